import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { NotificationsPage } from '#notifications/notifications-page.tsx';
import { lastMode } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('notifications');
  return { title: t('title') };
}

export default async function Notifications() {
  const mode = await lastMode();
  await fetchQueries(mode, ({ notifications }) => notifications.get.fetch());
  return (
    <HydrateQueries mode={mode}>
      <NotificationsPage />
    </HydrateQueries>
  );
}
