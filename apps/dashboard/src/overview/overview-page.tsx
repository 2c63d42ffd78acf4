'use client';

import { Timestamp, useTimeZone } from '@parley/ui/components';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { EmptyList, Filter, ListPage } from '#lists/list-page.tsx';
import { useMode } from '#shell/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import { AttentionSummary } from './attention-summary.tsx';
import { FiguresLoading } from './figures-loading.tsx';
import { formatNumber } from './format-figures.ts';
import { Funnel } from './funnel.tsx';
import { Onboarding } from './onboarding.tsx';
import styles from './overview-page.module.css';
import { PaymentsChart } from './payments-chart.tsx';
import { FIGURES_REFRESH_MS, type Figures, type PeriodFigures } from './period-figures.ts';
import { Rates } from './rates.tsx';
import { Declines, Failures } from './reasons.tsx';
import { overviewHref, type Period, periodEnd, periods } from './search-params.ts';
import { Volume } from './volume.tsx';
import { WebhookHealth } from './webhook-health.tsx';

const periodNames: Readonly<Record<Period, string>> = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  '13w': '13 weeks',
};

interface OverviewProps {
  readonly period: Period;
  /** The end of the period when the server rendered the page; RFC 3339. */
  readonly until: string;
}

/** How a merchant's sessions go, what needs a person, and what is left of the set-up. */
export function OverviewPage({ period, until }: OverviewProps) {
  const mode = useMode();
  return (
    <ListPage
      filter={
        <Filter
          label="Period"
          options={periods.map((option) => ({
            label: periodNames[option],
            href: overviewHref(mode, option),
            selected: option === period,
          }))}
        />
      }
      title="Overview"
    >
      <div className={styles.tasks}>
        <Onboarding />
        <AttentionSummary />
      </div>
      <PeriodSection key={period} period={period} until={until} />
    </ListPage>
  );
}

/** The page while it loads. */
export function OverviewLoading() {
  return (
    <ListPage filter={null} title="Overview">
      <FiguresLoading />
    </ListPage>
  );
}

function PeriodSection({ period, until }: OverviewProps) {
  const end = useLatestEnd(until);
  const input = { period, until: end, time_zone: useTimeZone() };
  const { data, isError, refetch } = trpc.overview.getFigures.useQuery(input, {
    refetchInterval: FIGURES_REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  if (data) {
    return (
      <>
        <PeriodContent chosen={period} figures={data} />
        <WebhookHealth input={input} />
      </>
    );
  }
  if (!isError) return <FiguresLoading />;
  return (
    <EmptyList
      action={
        <button className="button" onClick={() => refetch()} type="button">
          Try again
        </button>
      }
      title="The figures cannot be read at the moment."
    >
      Payments in progress do not depend on this page.
    </EmptyList>
  );
}

/** The end of the period, which moves on while the page is open. */
function useLatestEnd(rendered: string): string {
  const [latest, setLatest] = useState(rendered);
  useEffect(() => {
    const timer = setInterval(() => setLatest(periodEnd(new Date())), FIGURES_REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return latest > rendered ? latest : rendered;
}

interface PeriodContentProps {
  readonly figures: Figures;
  readonly chosen: Period;
}

function PeriodContent({ figures, chosen }: PeriodContentProps) {
  const { period, previous, counted_from, time_zone } = figures;
  const name = periodNames[chosen];
  if (counted_from === null) {
    return (
      <EmptyList title="There are no figures yet.">
        They appear here seconds after the first session is created.
      </EmptyList>
    );
  }
  // A period in which counting began is not complete, so nothing is compared with it.
  const isComparable = counted_from <= previous.from;
  const before = isComparable ? previous : null;
  return (
    <>
      <p className="muted">
        Since <Timestamp at={period.from} form="clock" />
        {isComparable ? (
          `, compared with the ${name} before.`
        ) : (
          <>
            . Sessions are counted since <Timestamp at={counted_from} form="clock" />, too late to
            compare with the {name} before.
          </>
        )}
      </p>
      {hasFigures(period) ? (
        <>
          <PaymentsChart before={before} name={chosen} period={period} timeZone={time_zone} />
          <div className={styles.columns}>
            <Volume before={before} period={period} />
            <Rates before={before} period={period} />
          </div>
          <Funnel before={before} period={period} />
          <Declines before={before} period={period} />
          <Failures period={period} />
        </>
      ) : (
        <EmptyList title={`There were no sessions in the last ${name}.`}>
          {isComparable && previous.funnel.created > 0
            ? `In the ${name} before, there were ${formatNumber(previous.funnel.created)}.`
            : 'Choose a longer period, or create a session.'}
        </EmptyList>
      )}
    </>
  );
}

const hasFigures = ({ funnel, volume, failures, declines }: PeriodFigures): boolean =>
  funnel.created > 0 || volume.length > 0 || failures.length > 0 || declines.length > 0;
