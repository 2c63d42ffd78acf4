import { NotificationsPage } from '#notifications/notifications-page.tsx';
import { readLastMode } from '#server/mode.ts';
import { createMetadata } from '#server/page-metadata.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';

export const generateMetadata = createMetadata((t) => t('notifications.title'));

export default async function Notifications() {
  const mode = await readLastMode();
  await fetchQueries(mode, ({ notifications }) => notifications.get.fetch());
  return (
    <HydrateQueries mode={mode}>
      <NotificationsPage />
    </HydrateQueries>
  );
}
