import { type SessionStatus, sessionStatuses } from '@parley/domain';
import { sessionWords } from '@parley/ui/status';
import Link from 'next/link';
import { listHref } from './list-address.ts';
import styles from './status-filter.module.css';

interface StatusFilterProps {
  readonly counts: readonly { readonly status: SessionStatus; readonly count: number }[];
  readonly status: SessionStatus | undefined;
}

/** The statuses there are, each with its number. */
export function StatusFilter({ counts, status }: StatusFilterProps) {
  const count = new Map(counts.map((one) => [one.status, one.count]));
  const shown = sessionStatuses.filter((one) => count.has(one) || one === status);
  const total = counts.reduce((sum, one) => sum + one.count, 0);
  const choices = [
    { word: 'All', to: undefined, number: total },
    ...shown.map((one) => ({
      word: sessionWords[one].word,
      to: one,
      number: count.get(one) ?? 0,
    })),
  ];
  return (
    <nav aria-label="Filter by status">
      <ul className={styles.choices}>
        {choices.map(({ word, to, number }) => (
          <li key={word}>
            <Link
              aria-current={to === status ? 'true' : undefined}
              className={styles.choice}
              href={listHref({ status: to })}
              prefetch={false}
            >
              {word} <span className={styles.count}>{number.toLocaleString('en')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
