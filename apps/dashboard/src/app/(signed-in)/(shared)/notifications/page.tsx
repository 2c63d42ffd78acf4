import type { Metadata } from 'next';
import { NotificationsPage } from '#notifications/notifications-page.tsx';
import { lastMode } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';

export const metadata: Metadata = { title: 'Notifications' };

export default async function Notifications() {
  const mode = await lastMode();
  await fetchQueries(mode, ({ notifications }) => notifications.get.fetch());
  return (
    <HydrateQueries mode={mode}>
      <NotificationsPage />
    </HydrateQueries>
  );
}
