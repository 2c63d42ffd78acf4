import type { ReactNode } from 'react';
import styles from './empty.module.css';

interface EmptyProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** A link or button, where there is something to do. */
  readonly action?: ReactNode;
}

/** Why there is nothing to see, and what to do. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <p>
        <strong>{title}</strong>
      </p>
      {children && <p className={styles.why}>{children}</p>}
      {action}
    </div>
  );
}
