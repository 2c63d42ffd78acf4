import { useTranslations } from 'next-intl';
import { ListPage } from '#lists/list-page.tsx';
import { SkeletonCards } from '#lists/skeleton-cards.tsx';

export default function ReferenceLoading() {
  const t = useTranslations('reference');
  const common = useTranslations('common');
  return (
    <ListPage lead={<br />} title={t('title')}>
      <SkeletonCards count={4} label={common('loadingPage')} />
    </ListPage>
  );
}
