import type { ReactNode } from 'react';
import styles from './message-page.module.css';

interface MessagePageProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Whether it fills the window, instead of the frame of the dashboard. */
  readonly standalone?: boolean;
}

/** A page with a single message. */
export function MessagePage({ title, children, standalone = false }: MessagePageProps) {
  const message = (
    <div className={styles.message}>
      {standalone && <Logo />}
      <h1>{title}</h1>
      {children}
    </div>
  );
  return standalone ? <main className={styles.standalone}>{message}</main> : message;
}

/** The name of the product with its logo: two separate halves. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <svg aria-hidden="true" height="18" viewBox="0 0 32 32" width="18">
        <path d="M14 3a13 13 0 0 0 0 26z" fill="var(--accent)" />
        <path d="M18 8a8 8 0 0 1 0 16z" fill="currentColor" />
      </svg>
      Parley
    </span>
  );
}
