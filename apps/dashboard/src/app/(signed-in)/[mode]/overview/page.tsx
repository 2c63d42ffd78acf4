import { CHART_PARAM, getPeriodEnd, readPeriod } from '#addresses/overview.ts';
import { IgnoredFilters } from '#lists/ignored-filters.tsx';
import { OverviewPage } from '#overview/overview-page.tsx';
import { readMode } from '#server/mode.ts';
import { createMetadata } from '#server/page-metadata.ts';
import { fetchOptionalQueries, HydrateQueries } from '#server/queries.tsx';
import { readTimeZone } from '#server/read-time-zone.ts';

export const generateMetadata = createMetadata((t) => t('overview.title'));

export default async function Overview({ params, searchParams }: PageProps<'/[mode]/overview'>) {
  const mode = await readMode(params);
  const query = await searchParams;
  const period = readPeriod(query);
  const until = getPeriodEnd(new Date());
  const timeZone = await readTimeZone();
  const input = { period, until, time_zone: timeZone };
  await fetchOptionalQueries(mode, ({ overview, attention }) =>
    Promise.all([
      overview.getFigures.fetch(input),
      overview.getWebhookHealth.fetch(input),
      attention.getOnboarding.fetch(),
    ]),
  );
  return (
    <HydrateQueries mode={mode}>
      <IgnoredFilters params={query} view={{ period, [CHART_PARAM]: query[CHART_PARAM] }} />
      <OverviewPage period={period} timeZone={timeZone} until={until} />
    </HydrateQueries>
  );
}
