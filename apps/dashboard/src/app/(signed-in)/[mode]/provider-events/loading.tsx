import { ProviderEventsLoading } from '#provider-events/provider-event-list.tsx';

export default function Loading() {
  return <ProviderEventsLoading />;
}
