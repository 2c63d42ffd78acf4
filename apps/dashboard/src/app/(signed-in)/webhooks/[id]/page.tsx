import { hasPermission } from '@parley/router/permissions';
import type { Metadata } from 'next';
import { cache } from 'react';
import columns from '../../../../detail/columns.module.css';
import { ask } from '../../../../server/ask.ts';
import { findColleagues, requirePerson } from '../../../../server/person.ts';
import { KeepFresh } from '../../../../shell/keep-fresh.tsx';
import { Activity } from '../../../../webhooks/activity.tsx';
import { readEndpointAddress } from '../../../../webhooks/address.ts';
import { Deliveries } from '../../../../webhooks/deliveries.tsx';
import { EndpointFacts } from '../../../../webhooks/endpoint-facts.tsx';
import { EndpointHeadline } from '../../../../webhooks/endpoint-headline.tsx';
import { Health } from '../../../../webhooks/health.tsx';
import { Replay } from '../../../../webhooks/replay.tsx';
import { Secret } from '../../../../webhooks/secret.tsx';
import { shortUrl } from '../../../../webhooks/short-url.ts';

type Props = PageProps<'/webhooks/[id]'>;

const DELIVERIES = 20;
const ENTRIES = 10;
const REFRESH_SECONDS = 3;

const findEndpoint = cache(async (id: string) => {
  const { webhook_endpoint } = await ask((caller) =>
    caller.webhookEndpoints.get({ webhook_endpoint_id: id }),
  );
  return webhook_endpoint;
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { url } = await findEndpoint((await params).id);
  return { title: shortUrl(url) };
}

export default async function EndpointPage({ params, searchParams }: Props) {
  const { id } = await params;
  const view = readEndpointAddress(await searchParams);
  const { userId, merchantId, role } = await requirePerson();
  const endpoint = await findEndpoint(id);
  const named = { webhook_endpoint_id: id };
  const [{ health }, deliveries, done] = await ask((caller) =>
    Promise.all([
      caller.webhookEndpoints.getHealth(named),
      caller.deliveries.list({
        ...named,
        limit: DELIVERIES,
        ...(view.status && { status: view.status }),
        ...(view.older !== undefined && { cursor: view.older }),
      }),
      caller.auditEntries.list({
        object_id: id,
        limit: ENTRIES,
        ...(view.done !== undefined && { cursor: view.done }),
      }),
    ]),
  );
  const mayChange = hasPermission(role, 'integrate');
  const cast = { readerId: userId, names: await findColleagues(merchantId) };
  return (
    <>
      {endpoint.status !== 'archived' && <KeepFresh seconds={REFRESH_SECONDS} />}
      <EndpointHeadline endpoint={endpoint} health={health} mayChange={mayChange} />
      <div className={columns.columns}>
        <div className={columns.story}>
          <Health health={health} />
          <Deliveries endpoint={endpoint} page={deliveries} view={view} />
          {mayChange && endpoint.status === 'active' && <Replay id={id} />}
          <Activity cast={cast} endpointId={id} page={done} view={view} />
        </div>
        <div className={columns.beside}>
          <Secret endpoint={endpoint} key={id} mayChange={mayChange} />
          <EndpointFacts endpoint={endpoint} />
        </div>
      </div>
    </>
  );
}
