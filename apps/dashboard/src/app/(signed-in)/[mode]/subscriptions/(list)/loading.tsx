import { ListPage } from '#lists/list-page.tsx';
import { SubscriptionsSkeleton } from '#subscriptions/subscription-list.tsx';

export default function SubscriptionsLoading() {
  return (
    <ListPage title="Subscriptions">
      <SubscriptionsSkeleton />
    </ListPage>
  );
}
