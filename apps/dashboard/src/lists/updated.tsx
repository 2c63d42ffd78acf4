'use client';

import { useSyncExternalStore } from 'react';
import styles from './list-page.module.css';

const SECOND_MS = 1_000;
const second = () => Math.floor(Date.now() / SECOND_MS);
const subscribeToSeconds = (onSecond: () => void) => {
  const timer = setInterval(onSecond, SECOND_MS);
  return () => clearInterval(timer);
};

/**
 * Says how old the shown data is.
 * @param at milliseconds since 1970, by the browser's clock
 */
export function Updated({ at }: { readonly at: number }) {
  const now = useSyncExternalStore(subscribeToSeconds, second, second);
  const seconds = Math.max(0, now - Math.floor(at / SECOND_MS));
  const age = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
  return (
    // The server rendered another age.
    <span className={`small ${styles.updated}`} suppressHydrationWarning>
      Updated {age} ago
    </span>
  );
}
