'use client';

import { type Query, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { Button } from '#components/button.tsx';
import styles from '#components/message-page.module.css';
import { readRpcError } from '#trpc/client.ts';

const hasFailed = ({ state }: Query): boolean =>
  state.status === 'error' || state.fetchFailureCount > 0;

/** Says so while the page cannot be updated, and tries again. It keeps showing what it read last. */
export function StaleNotice() {
  const t = useTranslations('shell.stale');
  const client = useQueryClient();
  const cache = client.getQueryCache();
  /** The request id of the server; empty if there was no response, null if the page is up to date. */
  const failure = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => {
      const failed = cache.findAll({ type: 'active' }).find(hasFailed);
      if (!failed) return null;
      const { error, fetchFailureReason } = failed.state;
      return readRpcError(fetchFailureReason ?? error)?.requestId ?? '';
    },
    () => null,
  );
  return (
    <div className={styles.stale} data-stale={failure !== null}>
      <p role="status">
        {failure !== null && t(failure === '' ? 'noResponse' : 'failed')}{' '}
        {failure && <code>{failure}</code>}
      </p>
      {failure !== null && (
        <Button
          onPress={() => void client.refetchQueries({ type: 'active', predicate: hasFailed })}
        >
          {t('retry')}
        </Button>
      )}
    </div>
  );
}
