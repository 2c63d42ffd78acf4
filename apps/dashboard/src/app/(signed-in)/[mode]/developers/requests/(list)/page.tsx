import {
  readRequestListView,
  requestListInput,
  searchedIdempotencyKey,
} from '#addresses/requests.ts';
import { RequestList } from '#requests/request-list.tsx';
import { createListPage } from '#server/list-page.tsx';
import { createMetadata } from '#server/page-metadata.ts';

export const generateMetadata = createMetadata((t) => t('requests.list.title'));

export default createListPage({
  readView: readRequestListView,
  createInput: requestListInput,
  fetch({ apiRequests }, input, view) {
    const key = searchedIdempotencyKey(view);
    return Promise.all([
      apiRequests.list.fetch(input),
      key !== undefined && apiRequests.findIdempotencyKey.fetch({ idempotency_key: key }),
    ]);
  },
  render: (view) => <RequestList view={view} />,
});
