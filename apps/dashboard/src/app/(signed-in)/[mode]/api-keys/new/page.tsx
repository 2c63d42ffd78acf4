import { getTranslations } from 'next-intl/server';
import { keysHref } from '#addresses/api-keys.ts';
import { NewKeyForm } from '#api-keys/new-key-form.tsx';
import { ListPage } from '#lists/list-page.tsx';
import { readMode } from '#server/mode.ts';
import { createMetadata } from '#server/page-metadata.ts';
import { requirePermission } from '#server/person.ts';

export const generateMetadata = createMetadata((t) => t('apiKeys.create.title'));

export default async function NewApiKeyPage({ params }: PageProps<'/[mode]/api-keys/new'>) {
  const mode = await readMode(params);
  await requirePermission(mode, 'manage_keys', keysHref());
  const t = await getTranslations('apiKeys');
  return (
    <ListPage title={t('create.title')}>
      <NewKeyForm />
    </ListPage>
  );
}
