import { hasPermission } from '@parley/router/permissions';
import type { Metadata } from 'next';
import { cache } from 'react';
import columns from '../../../../../../detail/columns.module.css';
import { ask } from '../../../../../../server/ask.ts';
import { requirePerson } from '../../../../../../server/person.ts';
import { KeepFresh } from '../../../../../../shell/keep-fresh.tsx';
import { DeliveryFacts } from '../../../../../../webhooks/delivery-facts.tsx';
import { DeliveryHeadline } from '../../../../../../webhooks/delivery-headline.tsx';
import { SentEvent } from '../../../../../../webhooks/sent-event.tsx';
import { Tries } from '../../../../../../webhooks/tries.tsx';

type Props = PageProps<'/webhooks/[id]/deliveries/[event_id]'>;

const REFRESH_SECONDS = 3;

const findDelivery = cache((endpointId: string, eventId: string) => {
  const named = { webhook_endpoint_id: endpointId, event_id: eventId };
  return ask((caller) =>
    Promise.all([
      caller.deliveries.get(named),
      caller.webhookEndpoints.get({ webhook_endpoint_id: endpointId }),
      caller.events.get({ event_id: eventId }),
    ]),
  );
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id, event_id } = await params;
  const [{ delivery }] = await findDelivery(id, event_id);
  return { title: delivery.event_type };
}

export default async function DeliveryPage({ params }: Props) {
  const { id, event_id } = await params;
  const { role } = await requirePerson();
  const [{ delivery }, { webhook_endpoint: endpoint }, { event }] = await findDelivery(
    id,
    event_id,
  );
  return (
    <>
      {delivery.status === 'waiting' && <KeepFresh seconds={REFRESH_SECONDS} />}
      <DeliveryHeadline
        delivery={delivery}
        endpoint={endpoint}
        mayChange={hasPermission(role, 'integrate')}
      />
      <div className={columns.columns}>
        <div className={columns.story}>
          <Tries tries={delivery.history} />
          <SentEvent event={event} />
        </div>
        <DeliveryFacts delivery={delivery} event={event} />
      </div>
    </>
  );
}
