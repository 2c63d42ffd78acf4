import type { Metadata } from 'next';
import { EventPage } from '#events/event-page.tsx';
import { readMode } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';

type Props = PageProps<'/[mode]/developers/events/[id]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const mode = await readMode(params);
  const { id } = await params;
  const { event } = await fetchQueries(mode, ({ events }) => events.get.fetch({ event_id: id }));
  return { title: event.type };
}

export default async function Page({ params }: Props) {
  const mode = await readMode(params);
  const { id } = await params;
  await fetchQueries(mode, ({ events, deliveries }) =>
    Promise.all([
      events.get.fetch({ event_id: id }),
      deliveries.listByEvent.fetch({ event_id: id }),
    ]),
  );
  return (
    <HydrateQueries mode={mode}>
      <EventPage id={id} />
    </HydrateQueries>
  );
}
