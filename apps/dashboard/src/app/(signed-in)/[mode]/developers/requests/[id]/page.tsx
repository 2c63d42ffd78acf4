import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { RequestPage } from '#requests/request-page.tsx';
import { modeOf } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { runtime } from '#server/runtime.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('requests');
  return { title: t('page.title') };
}

export default async function Page({ params }: PageProps<'/[mode]/developers/requests/[id]'>) {
  const mode = await modeOf(params);
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
