'use client';

import { useEffect, useState } from 'react';
import { shortId } from '../short-id.ts';
import styles from './copy-id.module.css';

const SHOWN_MS = 1_500;

interface CopyIdProps {
  readonly id: string;
  /** What the id names, e.g. "session id". */
  readonly label: string;
}

/** An id in short that is copied whole by a click. */
export function CopyId({ id, label }: CopyIdProps) {
  const [told, setTold] = useState('');

  useEffect(() => {
    if (told === '') return;
    const timer = setTimeout(() => setTold(''), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [told]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(id);
      setTold('Copied');
    } catch {
      setTold('Not copied: the browser does not allow it');
    }
  }

  return (
    <span className={styles.place}>
      <button className={styles.id} onClick={copy} title={id} type="button">
        <span aria-hidden="true">{shortId(id)}</span>
        <span className={styles.unseen}>{`Copy ${label} ${id}`}</span>
        <svg aria-hidden="true" height="12" viewBox="0 0 12 12" width="12">
          {told === 'Copied' ? (
            <path d="M1.5 6.5 4.5 9.5 10.5 2.5" />
          ) : (
            <path d="M4 4h6.5v6.5H4zM2 8H1.5V1.5H8V2" />
          )}
        </svg>
      </button>
      <span className={styles.unseen} role="status">
        {told}
      </span>
    </span>
  );
}
