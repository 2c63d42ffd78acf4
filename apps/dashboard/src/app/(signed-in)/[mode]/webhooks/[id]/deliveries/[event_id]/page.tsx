import { createDeliveryPageInputs } from '#addresses/webhook-endpoints.ts';
import { createDetailPage } from '#server/create-detail-page.tsx';
import { DeliveryPage } from '#webhook-endpoints/delivery-page.tsx';

const { generateMetadata, Page } = createDetailPage({
  fetch: ({ deliveries }, { id, event_id }: { id: string; event_id: string }) =>
    deliveries.get.fetch(createDeliveryPageInputs(id, event_id).delivery),
  getTitle: ({ delivery }) => delivery.event_type,
  fetchRelated({ webhookEndpoints, events }, { id, event_id }) {
    const inputs = createDeliveryPageInputs(id, event_id);
    return Promise.all([
      webhookEndpoints.get.fetch(inputs.endpoint),
      events.get.fetch(inputs.event),
    ]);
  },
  render: ({ id, event_id }) => <DeliveryPage endpointId={id} eventId={event_id} />,
});

export { generateMetadata };
export default Page;
