import { ToneIcon } from '@parley/ui/components';
import type { Tone } from '@parley/ui/status';
import type { Route } from 'next';
import Link from 'next/link';
import styles from './choices.module.css';

export interface Choice {
  readonly word: string;
  readonly href: Route;
  readonly chosen: boolean;
  /** How many there are, where that is known. */
  readonly count?: number;
  /** Shown where there is something that must not be overlooked. */
  readonly tone?: Tone;
}

interface ChoicesProps {
  readonly label: string;
  readonly choices: readonly Choice[];
}

/** The parts of a list one can look at. */
export function Choices({ label, choices }: ChoicesProps) {
  return (
    <nav aria-label={label}>
      <ul className={styles.choices}>
        {choices.map(({ word, href, chosen, count, tone }) => (
          <li key={word}>
            <Link
              aria-current={chosen ? 'true' : undefined}
              className={styles.choice}
              href={href}
              prefetch={false}
              scroll={false}
            >
              {tone && <ToneIcon tone={tone} />}
              {word}
              {count !== undefined && (
                <span className={styles.count}> {count.toLocaleString('en')}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
