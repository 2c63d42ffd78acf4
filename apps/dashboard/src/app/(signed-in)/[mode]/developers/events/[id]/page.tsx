import { EventPage } from '#events/event-page.tsx';
import { createDetailPage } from '#server/create-detail-page.tsx';

const { generateMetadata, Page } = createDetailPage({
  fetch: ({ events }, { id }: { id: string }) => events.get.fetch({ event_id: id }),
  getTitle: ({ event }) => event.type,
  fetchRelated: ({ deliveries }, { id }) => deliveries.listByEvent.fetch({ event_id: id }),
  render: ({ id }) => <EventPage id={id} />,
});

export { generateMetadata };
export default Page;
