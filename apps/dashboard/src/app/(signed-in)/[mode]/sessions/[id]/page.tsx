import type { Mode } from '@parley/domain';
import { money } from '@parley/ui/money';
import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { statusLabels } from '#messages/status-labels.ts';
import { readMode } from '#server/mode.ts';
import { fetchOptionalQueries, fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { runtime } from '#server/runtime.ts';
import { relatedSessionsInput } from '#sessions/related-sessions-input.ts';
import { SessionPage } from '#sessions/session-page.tsx';
import { formatSessionTitle, isRecurring } from '#sessions/session-timeline.ts';

type Props = PageProps<'/[mode]/sessions/[id]'>;

const fetchTimeline = (mode: Mode, id: string) =>
  fetchQueries(mode, ({ sessions }) => sessions.getTimeline.fetch({ id }));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const mode = await readMode(params);
  const timeline = await fetchTimeline(mode, (await params).id);
  const labels = statusLabels(await getTranslations('status'));
  const locale = await getLocale();
  return { title: formatSessionTitle(labels, (charge) => money(charge, locale), timeline) };
}

export default async function Page({ params }: Props) {
  const mode = await readMode(params);
  const { id } = await params;
  const timeline = await fetchTimeline(mode, id);
  const hasSubscriptions = isRecurring(timeline);
  const { buyer_reference: buyer } = timeline.session;
  await fetchOptionalQueries(mode, ({ attention, sessions, subscriptions }) =>
    Promise.all([
      attention.listSessionItems.fetch({ id }),
      sessions.listOverviews.fetch(relatedSessionsInput(buyer)),
      hasSubscriptions && subscriptions.listBySession.fetch({ id }),
    ]),
  );
  return (
    <HydrateQueries mode={mode}>
      <SessionPage apiUrl={runtime().apiUrl} id={id} />
    </HydrateQueries>
  );
}
