export { ProviderEventsLoading as default } from '#provider-events/provider-event-list.tsx';
