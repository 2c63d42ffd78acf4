'use client';

import { isMode, type Mode, modes } from '@parley/domain';
import type { Route } from 'next';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import styles from './mode-band.module.css';
import { useMode } from './person-context.tsx';

const words = {
  test: { label: 'Test', notice: 'No real money moves.' },
  live: { label: 'Live', notice: 'Real money moves.' },
} as const satisfies Record<Mode, object>;

/** Shows the mode above every page, and switches to the other one. */
export function ModeBand() {
  const mode = useMode();
  const path = usePathname();
  return (
    <aside aria-label="Mode" className={styles.band} data-mode={mode}>
      <p>
        <strong>{words[mode].label} mode</strong> {words[mode].notice}
      </p>
      <nav aria-label="Switch mode" className={styles.switch}>
        {modes.map((option) => (
          // A prefetch would make the other mode the one used last.
          <Link
            aria-current={option === mode ? 'true' : undefined}
            className={styles.option}
            href={listIn(option, path)}
            key={option}
            prefetch={false}
          >
            {words[option].label}
            <span className="unseen"> mode</span>
          </Link>
        ))}
      </nav>
    </aside>
  );
}

/** The same list in a mode. An object exists in one mode only, so the page of one leads to its list. */
export function listIn(mode: Mode, path: string): Route {
  const [, first, list] = path.split('/');
  return `/${mode}/${(isMode(first) && list) || 'overview'}` as Route;
}
