import { useTranslations } from 'next-intl';
import { useExplainReason } from '#format/explain-reason.ts';
import { useFigureFormats } from './format-figures.ts';
import styles from './overview-page.module.css';
import type { PeriodProps } from './period-figures.ts';

/** The reasons that are shown, of those that have the highest counts. */
const MAX_REASONS = 8;

/** The attempts that failed in the period, by reason. Shows nothing if none did. */
export function Failures({ period, before }: PeriodProps) {
  const t = useTranslations('overview.reasons');
  const explainReason = useExplainReason();
  if (period.failures.length === 0) return null;
  const getCounts = ({ failures }: PeriodProps['period']) =>
    countByReason(
      failures.map(({ reason, attempts }) => [
        reason === 'unknown' ? t('unreported') : explainReason(reason),
        attempts,
      ]),
    );
  return (
    <section aria-labelledby="failures" className={`card ${styles.card}`}>
      <h2 id="failures">{t('failures')}</h2>
      <p className="muted">{t('failuresLead')}</p>
      <ReasonTable
        before={before && getCounts(before)}
        caption={t('failuresCaption')}
        counted={t('attempts')}
        counts={getCounts(period)}
      />
    </section>
  );
}

/** The payments that were declined in the period, by reason. Shows nothing if none were. */
export function Declines({ period, before }: PeriodProps) {
  const t = useTranslations('overview.reasons');
  const explainReason = useExplainReason();
  if (period.declines.length === 0) return null;
  const getCounts = ({ declines }: PeriodProps['period']) =>
    countByReason(declines.map(({ code, payments }) => [explainReason(code), payments]));
  return (
    <section aria-labelledby="declines" className={`card ${styles.card}`}>
      <h2 id="declines">{t('declines')}</h2>
      <p className="muted">{t('declinesLead')}</p>
      <ReasonTable
        before={before && getCounts(before)}
        caption={t('declinesCaption')}
        counted={t('payments')}
        counts={getCounts(period)}
      />
    </section>
  );
}

type Counts = ReadonlyMap<string, number>;

/** Adds up the counts of each explanation. Several codes can have the same one. */
function countByReason(explained: readonly (readonly [reason: string, count: number])[]): Counts {
  const counts = new Map<string, number>();
  for (const [reason, count] of explained) counts.set(reason, (counts.get(reason) ?? 0) + count);
  return counts;
}

interface ReasonTableProps {
  readonly caption: string;
  /** The heading of the counts. */
  readonly counted: string;
  readonly counts: Counts;
  /** Those of the period before; null without one to compare with. */
  readonly before: Counts | null;
}

/** Counts by reason, the highest first; those of rare reasons together in the last row. */
function ReasonTable({ caption, counted, counts, before }: ReasonTableProps) {
  const t = useTranslations('overview.reasons');
  const { formatNumber } = useFigureFormats();
  const reasons = [...counts].toSorted(([, a], [, b]) => b - a).map(([reason]) => reason);
  const rest = reasons.slice(MAX_REASONS);
  const sum = (of: Counts, some: readonly string[]) =>
    some.reduce((total, reason) => total + (of.get(reason) ?? 0), 0);
  const row = (name: string, some: readonly string[]) => (
    <tr key={name}>
      <th className={styles.long} scope="row">
        {name}
      </th>
      <td>{formatNumber(sum(counts, some))}</td>
      {before && <td>{formatNumber(sum(before, some))}</td>}
    </tr>
  );
  return (
    <table className={styles.table}>
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('reason')}</th>
          <th scope="col">{counted}</th>
          {before && <th scope="col">{t('before')}</th>}
        </tr>
      </thead>
      <tbody>
        {reasons.slice(0, MAX_REASONS).map((reason) => row(reason, [reason]))}
        {rest.length > 0 && row(t('other'), rest)}
      </tbody>
    </table>
  );
}
