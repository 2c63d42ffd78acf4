export { EventsLoading as default } from '#events/event-list.tsx';
