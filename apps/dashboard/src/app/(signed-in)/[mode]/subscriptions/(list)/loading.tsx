import { useTranslations } from 'next-intl';
import { FilterPlaceholder } from '#lists/filter-bar.tsx';
import { ListPage } from '#lists/list-page.tsx';
import { SubscriptionsSkeleton } from '#subscriptions/subscription-list.tsx';

export default function SubscriptionsLoading() {
  const t = useTranslations('subscriptions');
  return (
    <ListPage filter={<FilterPlaceholder />} title={t('title')}>
      <SubscriptionsSkeleton />
    </ListPage>
  );
}
