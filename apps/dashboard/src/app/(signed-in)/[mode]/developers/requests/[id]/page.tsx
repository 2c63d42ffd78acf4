import type { Metadata } from 'next';
import { formatRequestTitle } from '#requests/format-request-title.ts';
import { RequestPage } from '#requests/request-page.tsx';
import { readMode } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { runtime } from '#server/runtime.ts';

type Props = PageProps<'/[mode]/developers/requests/[id]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const mode = await readMode(params);
  const { id } = await params;
  const { request } = await fetchQueries(mode, ({ apiRequests }) =>
    apiRequests.get.fetch({ request_id: id }),
  );
  return { title: formatRequestTitle(request) };
}

export default async function Page({ params }: Props) {
  const mode = await readMode(params);
  const { id } = await params;
  await fetchQueries(mode, async ({ apiRequests }) => {
    const { request } = await apiRequests.get.fetch({ request_id: id });
    const key = request.idempotency_key;
    if (key) await apiRequests.findIdempotencyKey.fetch({ idempotency_key: key });
  });
  return (
    <HydrateQueries mode={mode}>
      <RequestPage apiUrl={runtime().apiUrl} id={id} />
    </HydrateQueries>
  );
}
