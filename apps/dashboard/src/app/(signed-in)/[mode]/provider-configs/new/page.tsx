import { hasPermission } from '@parley/router/permissions';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { ListPage } from '#lists/list-page.tsx';
import { ConnectForm } from '#provider-configs/connect-form.tsx';
import { configsHref } from '#provider-configs/search-params.ts';
import { modeOf } from '#server/mode.ts';
import { requirePerson } from '#server/person.ts';
import { runtime } from '#server/runtime.ts';

export const metadata: Metadata = { title: 'Connect account' };

type Props = PageProps<'/[mode]/provider-configs/new'>;

export default async function ConnectAccountPage({ params }: Props) {
  const mode = await modeOf(params);
  const person = { ...(await requirePerson()), mode };
  if (!hasPermission(person, 'manage_provider_configs')) redirect(configsHref(mode));
  const { providerOrigins = [] } = runtime().deps;
  return (
    <ListPage title="Connect account">
      <ConnectForm apiUrls={providerOrigins.map(({ apiUrl }) => apiUrl)} />
    </ListPage>
  );
}
