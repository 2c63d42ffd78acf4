export { SubscriptionsLoading as default } from '#subscriptions/subscription-list.tsx';
