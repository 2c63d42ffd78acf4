import { EventsLoading } from '#events/event-list.tsx';

export default EventsLoading;
