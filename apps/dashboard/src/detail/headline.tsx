import { CopyId, StatusBadge } from '@parley/ui/components';
import type { StatusLabel } from '@parley/ui/status';
import type { Route } from 'next';
import Link from 'next/link';
import { Fragment, type ReactNode } from 'react';
import styles from './headline.module.css';

interface HeadlineProps {
  /** The way here, from the list on. */
  readonly way: readonly { readonly word: string; readonly href: Route }[];
  readonly id: string;
  /** What the id names, e.g. "session id". */
  readonly idLabel: string;
  readonly title: string;
  readonly status: StatusLabel;
  /** What it means, and what can be done. */
  readonly children: ReactNode;
}

/** The one fact and the one action. */
export function Headline({ way, id, idLabel, title, status, children }: HeadlineProps) {
  return (
    <header className={styles.headline}>
      <nav aria-label="Breadcrumb" className={styles.way}>
        {way.map(({ word, href }) => (
          <Fragment key={href}>
            <Link href={href}>{word}</Link>
            <span aria-hidden="true">/</span>
          </Fragment>
        ))}
        <CopyId id={id} label={idLabel} />
      </nav>
      <div className={styles.fact}>
        <h1>{title}</h1>
        <span role="status">
          <StatusBadge status={status} />
        </span>
      </div>
      {children}
    </header>
  );
}

/** What can be done, side by side. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
