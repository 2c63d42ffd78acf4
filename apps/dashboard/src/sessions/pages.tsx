import type { SessionStatus } from '@parley/domain';
import Link from 'next/link';
import { listHref } from './list-address.ts';
import styles from './pages.module.css';

interface PagesProps {
  readonly status: SessionStatus | undefined;
  readonly newer: string | null;
  readonly older: string | null;
}

/** The ways to the pages beside this one. */
export function Pages({ status, newer, older }: PagesProps) {
  if (!newer && !older) return null;
  return (
    <nav aria-label="Pages" className={styles.pages}>
      {newer && (
        <Link className="button" href={listHref({ status, newer })} prefetch={false}>
          Newer
        </Link>
      )}
      {older && (
        <Link className="button" href={listHref({ status, older })} prefetch={false}>
          Older
        </Link>
      )}
    </nav>
  );
}
