import { useTranslations } from 'next-intl';
import { useExplainReason } from '#sessions/explain-reason.ts';
import { useFigureFormats } from './format-figures.ts';
import styles from './overview-page.module.css';
import type { PeriodProps } from './period-figures.ts';

/** The reasons that are shown, of those that have the highest counts. */
const MAX_REASONS = 8;

/** The attempts that failed in the period, by reason. Shows nothing if none did. */
export function Failures({ period: { failures } }: Pick<PeriodProps, 'period'>) {
  const t = useTranslations('overview.reasons');
  const explainReason = useExplainReason();
  if (failures.length === 0) return null;
  return (
    <section aria-labelledby="failures" className={`card ${styles.card}`}>
      <h2 id="failures">{t('failures')}</h2>
      <p className="muted">{t('failuresLead')}</p>
      <ReasonTable
        caption={t('failuresCaption')}
        counted={t('attempts')}
        rows={failures.map(({ reason, attempts }) => ({
          reason: reason === 'unknown' ? t('unreported') : explainReason(reason),
          count: attempts,
        }))}
      />
    </section>
  );
}

/** The payments that were declined in the period, by reason. Shows nothing if none were. */
export function Declines({ period: { declines }, before }: PeriodProps) {
  const t = useTranslations('overview.reasons');
  const explainReason = useExplainReason();
  if (declines.length === 0) return null;
  const earlier = countByReason(explainReason, before?.declines ?? []);
  return (
    <section aria-labelledby="declines" className={`card ${styles.card}`}>
      <h2 id="declines">{t('declines')}</h2>
      <p className="muted">{t('declinesLead')}</p>
      <ReasonTable
        caption={t('declinesCaption')}
        counted={t('payments')}
        before={before && t('before')}
        rows={[...countByReason(explainReason, declines)]
          .toSorted(([, a], [, b]) => b - a)
          .map(([reason, count]) => ({ reason, count, before: earlier.get(reason) ?? 0 }))}
      />
    </section>
  );
}

/** Several codes can mean the same. */
function countByReason(
  explainReason: (code: string) => string,
  declines: PeriodProps['period']['declines'],
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code, payments } of declines) {
    const reason = explainReason(code);
    counts.set(reason, (counts.get(reason) ?? 0) + payments);
  }
  return counts;
}

interface ReasonTableProps {
  readonly caption: string;
  /** The heading of the counts. */
  readonly counted: string;
  /** The heading of the counts of the period before; null for a table without them. */
  readonly before?: string | null;
  /** The highest count first. */
  readonly rows: readonly { reason: string; count: number; before?: number }[];
}

/** Counts by reason; those of rare reasons together in the last row. */
function ReasonTable({ caption, counted, before = null, rows }: ReasonTableProps) {
  const t = useTranslations('overview.reasons');
  const { formatNumber } = useFigureFormats();
  const rest = rows.slice(MAX_REASONS);
  const sum = (of: (row: (typeof rows)[number]) => number) =>
    rest.reduce((total, row) => total + of(row), 0);
  return (
    <table className={styles.table}>
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('reason')}</th>
          <th scope="col">{counted}</th>
          {before !== null && <th scope="col">{before}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, MAX_REASONS).map((row) => (
          <tr key={row.reason}>
            <th scope="row">{row.reason}</th>
            <td>{formatNumber(row.count)}</td>
            {before !== null && <td>{formatNumber(row.before ?? 0)}</td>}
          </tr>
        ))}
        {rest.length > 0 && (
          <tr>
            <th scope="row">{t('other')}</th>
            <td>{formatNumber(sum((row) => row.count))}</td>
            {before !== null && <td>{formatNumber(sum((row) => row.before ?? 0))}</td>}
          </tr>
        )}
      </tbody>
    </table>
  );
}
