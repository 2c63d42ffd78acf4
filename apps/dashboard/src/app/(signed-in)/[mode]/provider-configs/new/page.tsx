import { getTranslations } from 'next-intl/server';
import { configsHref } from '#addresses/provider-configs.ts';
import { ListPage } from '#lists/list-page.tsx';
import { ConnectForm } from '#provider-configs/connect-form.tsx';
import { readMode } from '#server/mode.ts';
import { createMetadata } from '#server/page-metadata.ts';
import { requirePermission } from '#server/person.ts';
import { runtime } from '#server/runtime.ts';

export const generateMetadata = createMetadata((t) => t('providerConfigs.connect.title'));

type Props = PageProps<'/[mode]/provider-configs/new'>;

export default async function ConnectAccountPage({ params }: Props) {
  const mode = await readMode(params);
  await requirePermission(mode, 'manage_provider_configs', configsHref());
  const { providerOrigins = [] } = runtime().deps;
  const t = await getTranslations('providerConfigs');
  return (
    <ListPage title={t('connect.title')}>
      <ConnectForm apiUrls={providerOrigins.map(({ apiUrl }) => apiUrl)} />
    </ListPage>
  );
}
