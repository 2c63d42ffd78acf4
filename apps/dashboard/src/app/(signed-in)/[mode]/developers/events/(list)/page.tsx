import { eventListInput, readEventListView } from '#addresses/events.ts';
import { EventList } from '#events/event-list.tsx';
import { createListPage } from '#server/list-page.tsx';
import { createMetadata } from '#server/page-metadata.ts';

export const generateMetadata = createMetadata((t) => t('events.list.title'));

export default createListPage({
  readView: readEventListView,
  createInput: eventListInput,
  fetch: ({ events }, input) => events.list.fetch(input),
  render: (view, input) => <EventList input={input} view={view} />,
});
