'use client';

import { useTranslations } from 'next-intl';
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
  const t = useTranslations('common');
  const now = useSyncExternalStore(subscribeToSeconds, second, second);
  const seconds = Math.max(0, now - Math.floor(at / SECOND_MS));
  return (
    // The server rendered another age.
    <span className={`small ${styles.updated}`} suppressHydrationWarning>
      {seconds < 60
        ? t('updatedSeconds', { seconds })
        : t('updatedMinutes', { minutes: Math.floor(seconds / 60) })}
    </span>
  );
}
