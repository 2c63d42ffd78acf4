'use client';

import type { Route } from 'next';
import Link from 'next/link';
import { useState, useTransition } from 'react';
import { createTestSession } from './actions.ts';
import styles from './create-test-session.module.css';

type Told =
  | { readonly kind: 'created'; readonly id: string; readonly url: string; readonly shown: boolean }
  | { readonly kind: 'failed'; readonly message: string; readonly requestId: string | null };

/** Makes a session to try with and opens its payer page in a tab beside this one. */
export function CreateTestSession({ allowed }: { readonly allowed: boolean }) {
  const [told, setTold] = useState<Told | null>(null);
  const [pending, startWork] = useTransition();
  if (!allowed) return null;

  function create() {
    if (pending) return;
    setTold(null);
    // Browsers let a click open a tab, not what comes later: it is opened now and led there after.
    const tab = window.open('', '_blank');
    startWork(async () => {
      const made = await createTestSession().catch(() => null);
      if (!made?.ok) {
        tab?.close();
        setTold({
          kind: 'failed',
          message: made?.message ?? 'The dashboard does not answer. Check your connection.',
          requestId: made?.requestId ?? null,
        });
        return;
      }
      const { id, handoff_url: url } = made.value;
      if (tab) {
        tab.opener = null;
        tab.location.replace(url);
      }
      setTold({ kind: 'created', id, url, shown: tab !== null });
    });
  }

  return (
    <div className={styles.place}>
      <div aria-live="polite" className={styles.told}>
        {told?.kind === 'created' && (
          <>
            Created. <Link href={`/sessions/${told.id}` as Route}>Follow it</Link>
            {!told.shown && (
              <>
                {' '}
                or{' '}
                <a href={told.url} rel="noreferrer" target="_blank">
                  open its payer page
                </a>
                , which the browser did not allow
              </>
            )}
          </>
        )}
        {told?.kind === 'failed' && (
          <span className={styles.failed}>
            No session was created. {told.message} {told.requestId && <code>{told.requestId}</code>}
          </span>
        )}
      </div>
      <button
        aria-disabled={pending}
        className="button"
        data-kind="first"
        onClick={create}
        type="button"
      >
        Create test session
      </button>
    </div>
  );
}
