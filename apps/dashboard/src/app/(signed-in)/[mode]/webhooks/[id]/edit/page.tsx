import { hasPermission } from '@parley/domain';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { inMode } from '#addresses/mode-route.ts';
import { createEndpointPageInputs, endpointHref } from '#addresses/webhook-endpoints.ts';
import { ListPage } from '#lists/list-page.tsx';
import { readMode } from '#server/mode.ts';
import { createMetadata } from '#server/page-metadata.ts';
import { requirePerson } from '#server/person.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { EditEndpointForm } from '#webhook-endpoints/endpoint-form.tsx';

export const generateMetadata = createMetadata((t) => t('webhookEndpoints.form.editTitle'));

export default async function EditEndpointPage({
  params,
}: PageProps<'/[mode]/webhooks/[id]/edit'>) {
  const mode = await readMode(params);
  const { id } = await params;
  const person = await requirePerson();
  const { webhook_endpoint: endpoint } = await fetchQueries(mode, ({ webhookEndpoints }) =>
    webhookEndpoints.get.fetch(createEndpointPageInputs(id, {}).endpoint),
  );
  if (!hasPermission({ ...person, mode }, 'integrate') || endpoint.status === 'archived') {
    redirect(inMode(mode, endpointHref(id)));
  }
  const t = await getTranslations('webhookEndpoints');
  return (
    <ListPage title={t('form.editTitle')}>
      <HydrateQueries mode={mode}>
        <EditEndpointForm id={id} />
      </HydrateQueries>
    </ListPage>
  );
}
