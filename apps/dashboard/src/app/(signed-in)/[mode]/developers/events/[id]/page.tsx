import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { EventPage } from '#events/event-page.tsx';
import { modeOf } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('events');
  return { title: t('page.title') };
}

export default async function Page({ params }: PageProps<'/[mode]/developers/events/[id]'>) {
  const mode = await modeOf(params);
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
