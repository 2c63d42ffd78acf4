import type { Mode } from '@parley/domain';
import type { Metadata } from 'next';
import { modeOf } from '#server/mode.ts';
import { fetchOptionalQueries, fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { runtime } from '#server/runtime.ts';
import { SessionPage } from '#sessions/session-page.tsx';
import { formatSessionTitle, isRecurring } from '#sessions/session-timeline.ts';

type Props = PageProps<'/[mode]/sessions/[id]'>;

const fetchTimeline = (mode: Mode, id: string) =>
  fetchQueries(mode, ({ sessions }) => sessions.getTimeline.fetch({ id }));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const mode = await modeOf(params);
  return { title: formatSessionTitle(await fetchTimeline(mode, (await params).id)) };
}

export default async function Page({ params }: Props) {
  const mode = await modeOf(params);
  const { id } = await params;
  if (isRecurring(await fetchTimeline(mode, id))) {
    await fetchOptionalQueries(mode, ({ subscriptions }) =>
      subscriptions.listBySession.fetch({ id }),
    );
  }
  return (
    <HydrateQueries mode={mode}>
      <SessionPage apiUrl={runtime().apiUrl} id={id} />
    </HydrateQueries>
  );
}
