export { NotificationsLoading as default } from '#notifications/notifications-page.tsx';
