'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import styles from './message-page.module.css';

/** Says so while the page cannot be updated. It keeps showing what it read last. */
export function StaleNotice() {
  const t = useTranslations('shell');
  const cache = useQueryClient().getQueryCache();
  const stale = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () =>
      cache
        .findAll({ type: 'active' })
        .some(({ state }) => state.status === 'error' || state.fetchFailureCount > 0),
    () => false,
  );
  return (
    <p className={styles.stale} role="status">
      {stale ? t('stale') : ''}
    </p>
  );
}
