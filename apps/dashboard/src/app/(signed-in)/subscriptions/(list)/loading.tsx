import { ListFrame } from '../../../../list/list-frame.tsx';
import { SubscriptionsSkeleton } from '../../../../subscriptions/subscriptions-head.tsx';

export default function SubscriptionsLoading() {
  return (
    <ListFrame title="Subscriptions">
      <SubscriptionsSkeleton />
    </ListFrame>
  );
}
