'use client';

import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import styles from './forms.module.css';

const AnnounceContext = createContext<((message: string) => void) | null>(null);

/** Announces the result of a form that its own success removes. Null outside of an Announcer. */
export function useAnnounce() {
  return useContext(AnnounceContext);
}

/** Shows the results of the forms in a list above the list. */
export function Announcer({ children }: { readonly children: ReactNode }) {
  const element = useRef<HTMLParagraphElement>(null);
  const [announcement, setAnnouncement] = useState<{ readonly message: string } | null>(null);

  useEffect(() => {
    if (announcement) element.current?.focus();
  }, [announcement]);

  return (
    <AnnounceContext value={(message) => setAnnouncement({ message })}>
      {announcement && (
        <p className={styles.result} data-status="succeeded" ref={element} tabIndex={-1}>
          {announcement.message}
        </p>
      )}
      {children}
    </AnnounceContext>
  );
}
