'use client';

import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import styles from './form.module.css';

const AnnounceContext = createContext<((message: string) => void) | null>(null);

/** For forms that are gone once they have done their work: where else to say what came of it. */
export function useAnnounce() {
  return useContext(AnnounceContext);
}

/** Says above a list what was done to what has left it. */
export function Announcer({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLParagraphElement>(null);
  const [said, setSaid] = useState<{ readonly message: string } | null>(null);

  useEffect(() => {
    if (said) place.current?.focus();
  }, [said]);

  return (
    <AnnounceContext value={(message) => setSaid({ message })}>
      {said && (
        <p className={styles.outcome} data-kind="done" ref={place} tabIndex={-1}>
          {said.message}
        </p>
      )}
      {children}
    </AnnounceContext>
  );
}
