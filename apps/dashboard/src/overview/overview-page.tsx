'use client';

import { type OverviewPeriod, overviewPeriods } from '@parley/domain';
import { Timestamp } from '@parley/ui/components';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { CHART_PARAM, getPeriodEnd, overviewHref } from '#addresses/overview.ts';
import { EmptyList, Filter, ListPage } from '#lists/list-page.tsx';
import { useSearchParam } from '#lists/use-search-param.ts';
import { trpc } from '#trpc/client.ts';
import { AttentionSummary } from './attention-summary.tsx';
import { FiguresLoading } from './figures-loading.tsx';
import { Funnel } from './funnel.tsx';
import { Onboarding } from './onboarding.tsx';
import styles from './overview-page.module.css';
import { PaymentsChart } from './payments-chart.tsx';
import { FIGURES_REFRESH_MS, type Figures, type PeriodFigures } from './period-figures.ts';
import { Rates } from './rates.tsx';
import { Declines, Failures } from './reasons.tsx';
import { Volume } from './volume.tsx';
import { WebhookHealth } from './webhook-health.tsx';

interface OverviewProps {
  readonly period: OverviewPeriod;
  /** The end of the period when the server rendered the page; RFC 3339. */
  readonly until: string;
  /**
   * The zone of the days. It comes from the server, which does not always have the same name for a zone as the
   * browser: its HTML has the figures only if both query the same.
   */
  readonly timeZone: string;
}

/** How a merchant's sessions go, what needs a person, and what is left of the set-up. */
export function OverviewPage({ period, ...props }: OverviewProps) {
  const t = useTranslations('overview');
  const [chart] = useSearchParam(CHART_PARAM);
  return (
    <ListPage
      filter={
        <Filter
          label={t('period.label')}
          options={overviewPeriods.map((option) => ({
            label: t(`period.${option}`),
            href: overviewHref(option, chart),
            selected: option === period,
          }))}
        />
      }
      title={t('title')}
    >
      <div className={styles.tasks}>
        <Onboarding />
        <AttentionSummary />
      </div>
      <PeriodSection key={period} period={period} {...props} />
    </ListPage>
  );
}

/** The page while it loads. */
export function OverviewLoading() {
  const t = useTranslations('overview');
  return (
    <ListPage filter={null} title={t('title')}>
      <FiguresLoading />
    </ListPage>
  );
}

function PeriodSection({ period, until, timeZone }: OverviewProps) {
  const t = useTranslations('overview.failed');
  const end = useLatestEnd(until);
  const input = { period, until: end, time_zone: timeZone };
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
          {t('retry')}
        </button>
      }
      title={t('title')}
    >
      {t('text')}
    </EmptyList>
  );
}

/** The end of the period, which moves on while the page is open. */
function useLatestEnd(rendered: string): string {
  const [latest, setLatest] = useState(rendered);
  useEffect(() => {
    const timer = setInterval(() => setLatest(getPeriodEnd(new Date())), FIGURES_REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return latest > rendered ? latest : rendered;
}

interface PeriodContentProps {
  readonly figures: Figures;
  readonly chosen: OverviewPeriod;
}

function PeriodContent({ figures, chosen }: PeriodContentProps) {
  const { period, previous, counted_from, time_zone } = figures;
  const t = useTranslations('overview');
  const name = t(`period.${chosen}`);
  if (counted_from === null) {
    return <EmptyList title={t('empty.title')}>{t('empty.text')}</EmptyList>;
  }
  // A period in which counting began is not complete, so nothing is compared with it.
  const isComparable = counted_from <= previous.from;
  const before = isComparable ? previous : null;
  return (
    <>
      <p className="muted">
        {t.rich(isComparable ? 'compared' : 'notCompared', {
          period: name,
          at: () => <Timestamp at={period.from} form="clock" />,
          counted: () => <Timestamp at={counted_from} form="clock" />,
        })}
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
          <Failures before={before} period={period} />
        </>
      ) : (
        <EmptyList title={t('empty.period', { period: name })}>
          {isComparable && previous.funnel.created > 0
            ? t('empty.before', { period: name, count: previous.funnel.created })
            : t('empty.longer')}
        </EmptyList>
      )}
    </>
  );
}

const hasFigures = ({ funnel, volume, failures, declines }: PeriodFigures): boolean =>
  funnel.created > 0 || volume.length > 0 || failures.length > 0 || declines.length > 0;
