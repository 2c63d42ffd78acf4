'use client';

import { shortId } from '@parley/ui/short-id';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import styles from './copy-id.module.css';

const MESSAGE_MS = 1_500;

interface CopyIdProps {
  readonly id: string;
  /** Name of the id, such as "session id". */
  readonly label: string;
}

/** A shortened id; a click copies the full id. */
export function CopyId({ id, label }: CopyIdProps) {
  const t = useTranslations('common.copy');
  const [message, setMessage] = useState('');

  useEffect(() => {
    if (message === '') return;
    const timer = setTimeout(() => setMessage(''), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(id);
      setMessage(t('done'));
    } catch {
      setMessage(t('refused'));
    }
  }

  return (
    <span className={styles.root}>
      <button className={styles.id} onClick={copy} title={id} type="button">
        <span aria-hidden="true" className={styles.short} data-id={id}>
          {shortId(id)}
        </span>
        <span className={styles.visuallyHidden}>{t('action', { label, id })}</span>
        <svg aria-hidden="true" height="12" viewBox="0 0 12 12" width="12">
          {message === t('done') ? (
            <path d="M1.5 6.5 4.5 9.5 10.5 2.5" />
          ) : (
            <path d="M4 4h6.5v6.5H4zM2 8H1.5V1.5H8V2" />
          )}
        </svg>
      </button>
      <span className={styles.visuallyHidden} role="status">
        {message}
      </span>
    </span>
  );
}
