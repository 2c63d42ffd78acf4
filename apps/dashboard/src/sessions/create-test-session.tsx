'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { sessionHref } from '#addresses/sessions.ts';
import { Link } from '#components/link.tsx';
import { type ActionFailure, describeFailure } from '#trpc/action-result.ts';
import { trpc } from '#trpc/client.ts';
import styles from './session-list.module.css';

interface Created {
  readonly id: string;
  readonly url: string;
  /** Whether the browser opened the payer page. */
  readonly opened: boolean;
}

/** Creates a session with example data and opens its payer page in a new tab. */
export function CreateTestSession() {
  const t = useTranslations('sessionList.test');
  const forms = useTranslations('forms');
  const [created, setCreated] = useState<Created | null>(null);
  const [failure, setFailure] = useState<ActionFailure | null>(null);
  const createTest = trpc.sessions.createTest.useMutation();

  async function create() {
    if (createTest.isPending) return;
    setCreated(null);
    setFailure(null);
    // Browsers allow a new tab only during the click, so it is opened before the URL is known.
    const tab = window.open('', '_blank');
    try {
      const { id, handoff_url: url } = await createTest.mutateAsync();
      if (tab) {
        tab.opener = null;
        tab.location.replace(url);
      }
      setCreated({ id, url, opened: tab !== null });
    } catch (error) {
      tab?.close();
      setFailure(describeFailure(forms, error));
    }
  }

  return (
    <div className={styles.container}>
      <div aria-live="polite" className={styles.result}>
        {created && <CreatedMessage {...created} />}
        {failure && (
          <span className={styles.error}>
            {t('failed')} <span lang={failure.lang}>{failure.message}</span>{' '}
            {failure.requestId && <code>{failure.requestId}</code>}
          </span>
        )}
      </div>
      <button
        aria-disabled={createTest.isPending}
        className="button"
        data-kind="primary"
        onClick={create}
        type="button"
      >
        {t('submit')}
      </button>
    </div>
  );
}

function CreatedMessage({ id, url, opened }: Created) {
  const t = useTranslations('sessionList.test');
  return t.rich(opened ? 'created' : 'createdBlocked', {
    link: (text) => <Link href={sessionHref(id)}>{text}</Link>,
    page: (text) => (
      <a href={url} rel="noreferrer" target="_blank">
        {text}
      </a>
    ),
  });
}
