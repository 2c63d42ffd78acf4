import { FilterPlaceholder } from '#lists/filter-bar.tsx';
import { ListPage } from '#lists/list-page.tsx';
import { SubscriptionsSkeleton } from '#subscriptions/subscription-list.tsx';

export default function SubscriptionsLoading() {
  return (
    <ListPage filter={<FilterPlaceholder />} title="Subscriptions">
      <SubscriptionsSkeleton />
    </ListPage>
  );
}
