import type { ReactNode } from 'react';
import { Mark } from './mark.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Alone on its page, or inside the frame of the dashboard. */
  readonly alone?: boolean;
}

/** A page that has only one thing to say. */
export function Notice({ title, children, alone = false }: NoticeProps) {
  const said = (
    <div className={styles.notice}>
      {alone && <Mark />}
      <h1>{title}</h1>
      {children}
    </div>
  );
  return alone ? <main className={styles.alone}>{said}</main> : said;
}
