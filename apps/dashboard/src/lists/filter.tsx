import { ToneIcon } from '@parley/ui/components';
import type { Tone } from '@parley/ui/status';
import type { Route } from 'next';
import Link from 'next/link';
import styles from './list-page.module.css';

export interface FilterOption {
  readonly label: string;
  readonly href: Route;
  readonly selected: boolean;
  readonly count?: number;
  /** Marks an option that needs attention. */
  readonly tone?: Tone;
}

interface FilterProps {
  readonly label: string;
  readonly options: readonly FilterOption[];
}

/** Links to the subsets of a list. */
export function Filter({ label, options }: FilterProps) {
  return (
    <nav aria-label={label}>
      <ul className={styles.options}>
        {options.map((option) => (
          <li key={option.label}>
            <Link
              aria-current={option.selected ? 'true' : undefined}
              className={styles.option}
              href={option.href}
              prefetch={false}
              scroll={false}
            >
              {option.tone && <ToneIcon tone={option.tone} />}
              {option.label}
              {option.count !== undefined && (
                <span className={styles.count}> {option.count.toLocaleString('en')}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
