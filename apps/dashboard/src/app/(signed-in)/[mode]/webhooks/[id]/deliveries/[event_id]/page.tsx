import type { Metadata } from 'next';
import { deliveryPageInputs } from '#addresses/webhook-endpoints.ts';
import { readMode } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { DeliveryPage } from '#webhook-endpoints/delivery-page.tsx';

type Props = PageProps<'/[mode]/webhooks/[id]/deliveries/[event_id]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const mode = await readMode(params);
  const { id, event_id } = await params;
  const { delivery } = await fetchQueries(mode, ({ deliveries }) =>
    deliveries.get.fetch(deliveryPageInputs(id, event_id).delivery),
  );
  return { title: delivery.event_type };
}

export default async function Page({ params }: Props) {
  const mode = await readMode(params);
  const { id, event_id } = await params;
  const inputs = deliveryPageInputs(id, event_id);
  await fetchQueries(mode, ({ deliveries, webhookEndpoints, events }) =>
    Promise.all([
      deliveries.get.fetch(inputs.delivery),
      webhookEndpoints.get.fetch(inputs.endpoint),
      events.get.fetch(inputs.event),
    ]),
  );
  return (
    <HydrateQueries mode={mode}>
      <DeliveryPage endpointId={id} eventId={event_id} />
    </HydrateQueries>
  );
}
