import type { ReactNode } from 'react';
import { Logo } from '#components/message-page.tsx';
import styles from './entry-page.module.css';

interface EntryPageProps {
  readonly title: string;
  /** What the form below is for. */
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
  /** Links to related pages. */
  readonly links?: ReactNode;
}

/** A page for someone who is not signed in: one column with one form. */
export function EntryPage({ title, lead, children, links }: EntryPageProps) {
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <Logo />
        <div className={styles.head}>
          <h1>{title}</h1>
          {lead && <p className="muted">{lead}</p>}
        </div>
        {children}
        {links && <p className={styles.links}>{links}</p>}
      </div>
    </main>
  );
}
