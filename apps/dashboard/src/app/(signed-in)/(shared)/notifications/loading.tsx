import { NotificationsLoading } from '#notifications/notifications-page.tsx';

export default function Loading() {
  return <NotificationsLoading />;
}
