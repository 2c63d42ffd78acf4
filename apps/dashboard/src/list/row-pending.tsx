'use client';

import { useLinkStatus } from 'next/link';
import styles from './table.module.css';

/** Shades its row from the click until what it leads to is there. */
export function RowPending() {
  const { pending } = useLinkStatus();
  return <span className={styles.pending} data-pending={pending || undefined} />;
}
