'use client';

import { useLinkStatus } from 'next/link';
import styles from './session-table.module.css';

/** Shades its row from the click until the session is there. */
export function RowPending() {
  const { pending } = useLinkStatus();
  return <span className={styles.pending} data-pending={pending || undefined} />;
}
