'use client';

import Link from 'next/link';
import { useEffect, useRef } from 'react';
import styles from './form.module.css';
import type { Told } from './told.ts';

/** What came of it; takes the focus, so that it is read out and the way on begins here. */
export function Outcome({ told }: { readonly told: Told | null }) {
  const place = useRef<HTMLParagraphElement>(null);
  const shown = told && !(told.kind === 'refused' && told.field) ? told : null;

  useEffect(() => {
    if (shown) place.current?.focus();
  }, [shown]);

  if (!shown) return null;
  return (
    <p className={styles.outcome} data-kind={shown.kind} ref={place} tabIndex={-1}>
      {shown.message}
      {shown.kind === 'done' && shown.link && (
        <>
          {' '}
          <Link href={shown.link.href}>{shown.link.word}</Link>
        </>
      )}
      {shown.kind === 'refused' && shown.requestId && (
        <>
          {' '}
          <code>{shown.requestId}</code>
        </>
      )}
    </p>
  );
}
