import { formatRequestTitle } from '#requests/format-request-title.ts';
import { RequestPage } from '#requests/request-page.tsx';
import { createDetailPage } from '#server/create-detail-page.tsx';
import { runtime } from '#server/runtime.ts';

const { generateMetadata, Page } = createDetailPage({
  async fetch({ apiRequests }, { id }: { id: string }) {
    const { request } = await apiRequests.get.fetch({ request_id: id });
    const key = request.idempotency_key;
    if (key) await apiRequests.findIdempotencyKey.fetch({ idempotency_key: key });
    return request;
  },
  getTitle: formatRequestTitle,
  render: ({ id }) => <RequestPage apiUrl={runtime().apiUrl} id={id} />,
});

export { generateMetadata };
export default Page;
