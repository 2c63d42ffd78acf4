import { useTranslations } from 'next-intl';
import { FilterPlaceholder } from '#lists/filter-bar.tsx';
import { ListPage } from '#lists/list-page.tsx';
import { SessionsSkeleton } from '#sessions/session-table.tsx';

export default function SessionsLoading() {
  const t = useTranslations('sessionList');
  return (
    <ListPage action={null} filter={<FilterPlaceholder />} title={t('title')}>
      <SessionsSkeleton />
    </ListPage>
  );
}
