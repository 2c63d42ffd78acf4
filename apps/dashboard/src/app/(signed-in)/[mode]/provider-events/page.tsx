import {
  providerEventListInput,
  providerEventsHref,
  readProviderEventListView,
} from '#addresses/provider-events.ts';
import { ProviderEventList } from '#provider-events/provider-event-list.tsx';
import { createListPage } from '#server/list-page.tsx';
import { createMetadata } from '#server/page-metadata.ts';

export const generateMetadata = createMetadata((t) => t('providerEvents.list.title'));

export default createListPage({
  readView: readProviderEventListView,
  createInput: providerEventListInput,
  fetch: ({ providerEvents }, input) => providerEvents.list.fetch(input),
  redirectTo: (view, page) =>
    view.older && page.data.length === 0 && providerEventsHref({ ...view, older: undefined }),
  render: (view) => <ProviderEventList view={view} />,
});
