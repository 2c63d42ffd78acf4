import type { Metadata } from 'next';
import { fetchOptionalQueries, fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { SessionPage } from '#sessions/session-page.tsx';
import { formatSessionTitle, isRecurring } from '#sessions/session-timeline.ts';

type Props = PageProps<'/sessions/[id]'>;

const fetchTimeline = (id: string) =>
  fetchQueries(({ sessions }) => sessions.getTimeline.fetch({ id }));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: formatSessionTitle(await fetchTimeline((await params).id)) };
}

export default async function Page({ params }: Props) {
  const { id } = await params;
  if (isRecurring(await fetchTimeline(id))) {
    await fetchOptionalQueries(({ subscriptions }) => subscriptions.listBySession.fetch({ id }));
  }
  return (
    <HydrateQueries>
      <SessionPage id={id} />
    </HydrateQueries>
  );
}
