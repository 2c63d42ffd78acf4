import { createEndpointPageInputs, endpointHref } from '#addresses/webhook-endpoints.ts';
import { readMode } from '#server/mode.ts';
import { createMetadata } from '#server/page-metadata.ts';
import { requirePermission } from '#server/person.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { SignaturePage } from '#webhook-endpoints/signature-page.tsx';

export const generateMetadata = createMetadata((t) => t('signature.page.title'));

export default async function Page({ params }: PageProps<'/[mode]/webhooks/[id]/signature'>) {
  const mode = await readMode(params);
  const { id } = await params;
  await requirePermission(mode, 'integrate', endpointHref(id));
  await fetchQueries(mode, ({ webhookEndpoints }) =>
    webhookEndpoints.get.fetch(createEndpointPageInputs(id, {}).endpoint),
  );
  return (
    <HydrateQueries mode={mode}>
      <SignaturePage id={id} />
    </HydrateQueries>
  );
}
