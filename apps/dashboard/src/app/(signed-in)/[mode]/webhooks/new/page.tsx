import { getTranslations } from 'next-intl/server';
import { endpointsHref } from '#addresses/webhook-endpoints.ts';
import { ListPage } from '#lists/list-page.tsx';
import { readMode } from '#server/mode.ts';
import { createMetadata } from '#server/page-metadata.ts';
import { requirePermission } from '#server/person.ts';
import { NewEndpointForm } from '#webhook-endpoints/endpoint-form.tsx';

export const generateMetadata = createMetadata((t) => t('webhookEndpoints.form.add'));

export default async function NewEndpointPage({ params }: PageProps<'/[mode]/webhooks/new'>) {
  const mode = await readMode(params);
  await requirePermission(mode, 'integrate', endpointsHref());
  const t = await getTranslations('webhookEndpoints');
  return (
    <ListPage title={t('form.add')}>
      <NewEndpointForm />
    </ListPage>
  );
}
