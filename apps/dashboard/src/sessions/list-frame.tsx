import type { ReactNode } from 'react';
import styles from './list-frame.module.css';

interface ListFrameProps {
  readonly action: ReactNode;
  readonly filter: ReactNode;
  readonly children: ReactNode;
}

/** The page around the list, the same while it loads. */
export function ListFrame({ action, filter, children }: ListFrameProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.head}>
        <h1>Sessions</h1>
        <div>{action}</div>
      </div>
      <div className={styles.filter}>{filter}</div>
      {children}
    </div>
  );
}
