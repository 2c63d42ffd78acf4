'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState, useTransition } from 'react';
import styles from './keep-fresh.module.css';

/** Shows the page anew every few seconds while somebody can see it. */
export function KeepFresh({ seconds }: { readonly seconds: number }) {
  const router = useRouter();
  const [stale, setStale] = useState(false);
  const [, startRefresh] = useTransition();

  useEffect(() => {
    let asking = false;
    async function refresh() {
      if (asking || document.visibilityState !== 'visible') return;
      asking = true;
      // Asked first: a refresh that fails would take the page away instead of leaving it as it is.
      const ready = await fetch('/readyz', { cache: 'no-store' }).then(
        ({ ok }) => ok,
        () => false,
      );
      asking = false;
      setStale(!ready);
      if (ready) startRefresh(() => router.refresh());
    }
    const timer = setInterval(refresh, seconds * 1_000);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [router, seconds]);

  return (
    <p className={styles.stale} role="status">
      {stale ? 'Not up to date: Parley does not answer. Trying again.' : ''}
    </p>
  );
}
