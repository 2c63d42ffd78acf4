import type { Metadata } from 'next';
import { OverviewPage } from '#overview/overview-page.tsx';
import { figuresInput, periodEnd, readPeriod } from '#overview/search-params.ts';
import { modeOf } from '#server/mode.ts';
import { fetchOptionalQueries, HydrateQueries } from '#server/queries.tsx';

export const metadata: Metadata = { title: 'Overview' };

export default async function Overview({ params, searchParams }: PageProps<'/[mode]/overview'>) {
  const mode = await modeOf(params);
  const period = readPeriod(await searchParams);
  const until = periodEnd(new Date());
  await fetchOptionalQueries(mode, ({ overview, attention }) =>
    Promise.all([
      overview.getFigures.fetch(figuresInput(period, until)),
      attention.getOnboarding.fetch(),
    ]),
  );
  return (
    <HydrateQueries mode={mode}>
      <OverviewPage period={period} until={until} />
    </HydrateQueries>
  );
}
