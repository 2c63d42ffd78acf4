import { useTranslations } from 'next-intl';
import { useExplainReason } from '#format/explain-reason.ts';
import { useFigureFormats } from './format-figures.ts';
import styles from './overview-page.module.css';
import type { PeriodFigures, PeriodProps } from './period-figures.ts';

/** The reasons that are shown, of those that have the highest counts. */
const MAX_REASONS = 8;

/** The attempts that failed in the period, by reason. Shows nothing if none did. */
export function Failures(props: PeriodProps) {
  const t = useTranslations('overview.reasons');
  const explainReason = useExplainReason();
  return (
    <ReasonCard
      {...props}
      counted="attempts"
      listReasons={({ failures }) =>
        failures.map(({ reason, attempts }) => [
          reason === 'unknown' ? t('unreported') : explainReason(reason),
          attempts,
        ])
      }
      name="failures"
    />
  );
}

/** The payments that were declined in the period, by reason. Shows nothing if none were. */
export function Declines(props: PeriodProps) {
  const explainReason = useExplainReason();
  return (
    <ReasonCard
      {...props}
      counted="payments"
      listReasons={({ declines }) =>
        declines.map(({ code, payments }) => [explainReason(code), payments])
      }
      name="declines"
    />
  );
}

type Counts = ReadonlyMap<string, number>;
type ReasonCount = readonly [reason: string, count: number];

/** Adds up the counts of each explanation. Several codes can have the same one. */
function countByReason(explained: readonly ReasonCount[]): Counts {
  const counts = new Map<string, number>();
  for (const [reason, count] of explained) counts.set(reason, (counts.get(reason) ?? 0) + count);
  return counts;
}

interface ReasonCardProps extends PeriodProps {
  readonly name: 'failures' | 'declines';
  /** What is counted. */
  readonly counted: 'attempts' | 'payments';
  readonly listReasons: (period: PeriodFigures) => readonly ReasonCount[];
}

/** A card with the counts by reason, the highest first; those of rare reasons together in the last row. */
function ReasonCard({ name, counted, listReasons, period, before }: ReasonCardProps) {
  const t = useTranslations('overview.reasons');
  const { formatNumber } = useFigureFormats();
  const counts = countByReason(listReasons(period));
  const earlier = before && countByReason(listReasons(before));
  if (counts.size === 0) return null;
  const reasons = [...counts].toSorted(([, a], [, b]) => b - a).map(([reason]) => reason);
  const rest = reasons.slice(MAX_REASONS);
  const sum = (of: Counts, some: readonly string[]) =>
    some.reduce((total, reason) => total + (of.get(reason) ?? 0), 0);
  const row = (title: string, some: readonly string[]) => (
    <tr key={title}>
      <th className={styles.long} scope="row">
        {title}
      </th>
      <td>{formatNumber(sum(counts, some))}</td>
      {earlier && <td>{formatNumber(sum(earlier, some))}</td>}
    </tr>
  );
  return (
    <section aria-labelledby={name} className={`card ${styles.card}`}>
      <h2 id={name}>{t(name)}</h2>
      <p className="muted">{t(`${name}Lead`)}</p>
      <table className={styles.table}>
        <caption className="unseen">{t(`${name}Caption`)}</caption>
        <thead>
          <tr>
            <th scope="col">{t('reason')}</th>
            <th scope="col">{t(counted)}</th>
            {earlier && <th scope="col">{t('before')}</th>}
          </tr>
        </thead>
        <tbody>
          {reasons.slice(0, MAX_REASONS).map((reason) => row(reason, [reason]))}
          {rest.length > 0 && row(t('other'), rest)}
        </tbody>
      </table>
    </section>
  );
}
