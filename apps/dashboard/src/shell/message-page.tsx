import type { ReactNode } from 'react';
import { Logo } from './logo.tsx';
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
