import { useTranslations } from 'next-intl';
import { ListPage } from '#lists/list-page.tsx';
import { SkeletonCards } from '#lists/skeleton-cards.tsx';

export default function AccountLoading() {
  const t = useTranslations('account');
  const common = useTranslations('common');
  return (
    // The lead contains the address of the account.
    <ListPage lead={<br />} title={t('title')}>
      <SkeletonCards count={4} label={common('loadingPage')} />
    </ListPage>
  );
}
