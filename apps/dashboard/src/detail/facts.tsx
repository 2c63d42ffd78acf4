import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** What is known of something, in short, beside its story. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return (
    <aside aria-label="Facts" className={`card ${styles.facts}`}>
      <dl>{children}</dl>
    </aside>
  );
}

/** Left out where there is nothing to say. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const said = Array.isArray(children) ? children.some(Boolean) : Boolean(children);
  if (!said) return null;
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
