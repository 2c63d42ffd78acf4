import { hasPermission } from '@parley/router/permissions';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { ListFrame } from '../../../../list/list-frame.tsx';
import { Pages } from '../../../../list/pages.tsx';
import { ask } from '../../../../server/ask.ts';
import { requirePerson } from '../../../../server/person.ts';
import { KeepFresh } from '../../../../shell/keep-fresh.tsx';
import { endpointsHref, readEndpointsAddress } from '../../../../webhooks/address.ts';
import { AddEndpoint, NoEndpoints, UseFilter } from '../../../../webhooks/endpoint-list-parts.tsx';
import { EndpointTable } from '../../../../webhooks/endpoint-table.tsx';

export const metadata: Metadata = { title: 'Webhooks' };

const PAGE = 25;
const REFRESH_SECONDS = 10;

export default async function WebhooksPage({ searchParams }: PageProps<'/webhooks'>) {
  const { show, older } = readEndpointsAddress(await searchParams);
  const { role } = await requirePerson();
  const page = await ask((caller) =>
    caller.webhookEndpoints.listWithHealth({
      archived: show === 'archived',
      limit: PAGE,
      ...(older !== undefined && { cursor: older }),
    }),
  );
  if (older && page.data.length === 0) redirect(endpointsHref({ show }));
  const mayAdd = hasPermission(role, 'integrate');
  return (
    <ListFrame
      action={mayAdd && <AddEndpoint />}
      filter={<UseFilter show={show} />}
      lead="Where your servers are told of what happens."
      title="Webhooks"
    >
      <KeepFresh seconds={REFRESH_SECONDS} />
      {page.data.length > 0 ? <EndpointTable endpoints={page.data} /> : <NoEndpoints show={show} />}
      <Pages
        ways={[
          older ? { word: 'Newest', href: endpointsHref({ show }) } : null,
          page.next_cursor
            ? { word: 'Older', href: endpointsHref({ show, older: page.next_cursor }) }
            : null,
        ]}
      />
    </ListFrame>
  );
}
