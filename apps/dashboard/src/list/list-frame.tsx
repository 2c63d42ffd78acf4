import type { ReactNode } from 'react';
import styles from './list-frame.module.css';

interface ListFrameProps {
  readonly title: string;
  /** What the list is for, where its title does not say it all. */
  readonly lead?: ReactNode;
  readonly action?: ReactNode;
  /** Null while it loads; left out where there is nothing to choose. */
  readonly filter?: ReactNode;
  readonly children: ReactNode;
}

/** The page around a list, the same while it loads. */
export function ListFrame({ title, lead, action, filter, children }: ListFrameProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.head}>
        <div>
          <h1>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        <div>{action}</div>
      </div>
      {filter !== undefined && <div className={styles.filter}>{filter}</div>}
      {children}
    </div>
  );
}
