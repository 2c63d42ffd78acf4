'use client';

import { StatusBadge, Timestamp } from '@parley/ui/components';
import type { StatusLabel } from '@parley/ui/status';
import { useTranslations } from 'next-intl';
import { Fragment, type ReactNode, useEffect, useId } from 'react';
import type { Address } from '#addresses/mode-route.ts';
import { CopyId } from '#components/copy-id.tsx';
import { Link } from '#components/link.tsx';
import { useMode } from '#person/person-context.tsx';
import styles from './detail-page.module.css';

interface HeadlineProps {
  /** The pages above this one, from the list on. */
  readonly breadcrumb: readonly { readonly label: string; readonly href: Address }[];
  readonly id: string;
  /** What the id identifies, e.g. "session id". */
  readonly idLabel: string;
  readonly title: string;
  readonly status: StatusLabel;
  /** What the status means, and what can be done. */
  readonly children: ReactNode;
}

/** The head of a detail page: what it shows, its status and the actions. */
export function Headline({ breadcrumb, id, idLabel, title, status, children }: HeadlineProps) {
  const t = useTranslations('common');
  return (
    <header className={styles.headline}>
      <nav aria-label={t('breadcrumb')} className={styles.breadcrumb}>
        {breadcrumb.map(({ label, href }) => (
          <Fragment key={href}>
            <Link href={href}>{label}</Link>
            <span aria-hidden="true">/</span>
          </Fragment>
        ))}
        <CopyId id={id} label={idLabel} />
      </nav>
      <div className={styles.title}>
        <h1>{title}</h1>
        <span role="status">
          <StatusBadge status={status} />
        </span>
      </div>
      {children}
    </header>
  );
}

/** A row of buttons. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

/** Two columns: what happened on the left, the facts on the right. */
export function Columns({ main, side }: { readonly main: ReactNode; readonly side: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.main}>{main}</div>
      <div className={styles.side}>{side}</div>
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of a page with its own heading. */
export function Section({ title, children }: SectionProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  );
}

/** The facts of a page's subject, in the right column. */
export function Facts({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('common');
  return (
    <aside aria-label={t('facts')} className="card">
      <FactList>{children}</FactList>
    </aside>
  );
}

export function FactList({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

/** A name and its value. Renders nothing without a value. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const hasValue = Array.isArray(children) ? children.some(Boolean) : Boolean(children);
  if (!hasValue) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface TimeFactProps {
  readonly name: string;
  /** RFC 3339. */
  readonly at: string | null | undefined;
}

export function TimeFact({ name, at }: TimeFactProps) {
  return <Fact name={name}>{at && <Timestamp at={at} />}</Fact>;
}

interface IdFactProps {
  readonly name: string;
  readonly id: string | null;
  /** What the id identifies, e.g. "session id". */
  readonly label: string;
}

/** An id to copy. */
export function IdFact({ name, id, label }: IdFactProps) {
  return <Fact name={name}>{id && <CopyId id={id} label={label} />}</Fact>;
}

/** Text of any length and width, in a box that scrolls. */
export function RawText({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard
    <section aria-label={label} className={styles.raw} tabIndex={0}>
      <pre>{text}</pre>
    </section>
  );
}

/** Keeps the title of the tab up to date with what the page shows. */
export function useTitle(title: string): void {
  const t = useTranslations('shell');
  const name = t(`mode.${useMode()}.name`);
  useEffect(() => {
    document.title = `${title} · ${name} · Parley`;
  }, [title, name]);
}
