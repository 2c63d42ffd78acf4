import { ToneIcon } from '@parley/ui/components';
import type { Tone } from '@parley/ui/status';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Address } from '#addresses/mode-route.ts';
import { Link } from '#components/link.tsx';
import styles from './list-page.module.css';

interface ListPageProps {
  readonly title: string;
  /** Describes the list if its title is not enough. */
  readonly lead?: ReactNode;
  readonly action?: ReactNode;
  /** Null while the list loads; undefined if it has no filter. */
  readonly filter?: ReactNode;
  readonly children: ReactNode;
}

/** The layout of a list page, the same while the list loads. */
export function ListPage({ title, lead, action, filter, children }: ListPageProps) {
  return (
    <div className={styles.page}>
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

interface EmptyListProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** A link to a list that is not empty. */
  readonly action?: ReactNode;
}

/** Explains why a list is empty and what to do. */
export function EmptyList({ title, children, action }: EmptyListProps) {
  return (
    <div className={styles.empty}>
      <p>
        <strong>{title}</strong>
      </p>
      {children && <p className={styles.explanation}>{children}</p>}
      {action}
    </div>
  );
}

interface PaginationProps {
  /** Names the list if a page has more than one. */
  readonly label?: string;
  /** The adjacent pages in the order of their links; null for one that does not exist. */
  readonly links: readonly ({ readonly label: string; readonly href: Address } | null)[];
}

/** Links to the adjacent pages of a list. */
export function Pagination({ label, links }: PaginationProps) {
  const t = useTranslations('common');
  const existing = links.filter((link) => link !== null);
  if (existing.length === 0) return null;
  return (
    <nav aria-label={label ?? t('pages')} className={styles.pagination}>
      {existing.map((link) => (
        <Link className="button" href={link.href} key={link.label} prefetch={false}>
          {link.label}
        </Link>
      ))}
    </nav>
  );
}

interface CursorPaginationProps {
  readonly label?: string;
  /** Whether this page follows a cursor, and so is not the first. */
  readonly hasCursor: boolean;
  readonly nextCursor: string | null;
  readonly getHref: (cursor: string | undefined) => Address;
}

/** Pagination of a list that can only be read forward: back to the first page, or to the next. */
export function CursorPagination({ label, hasCursor, nextCursor, getHref }: CursorPaginationProps) {
  const t = useTranslations('common');
  return (
    <Pagination
      {...(label !== undefined && { label })}
      links={[
        hasCursor ? { label: t('newest'), href: getHref(undefined) } : null,
        nextCursor ? { label: t('older'), href: getHref(nextCursor) } : null,
      ]}
    />
  );
}

export interface FilterOption {
  readonly label: string;
  readonly href: Address;
  readonly selected: boolean;
  readonly count?: number;
  /** Whether there are more than `count`. */
  readonly hasMore?: boolean;
  /** Marks an option that needs attention. */
  readonly tone?: Tone;
}

interface FilterProps {
  readonly label: string;
  readonly options: readonly FilterOption[];
}

/** Links to the subsets of a list. */
export function Filter({ label, options }: FilterProps) {
  const format = useFormatter();
  return (
    <nav aria-label={label}>
      <ul className={styles.options}>
        {options.map((option) => (
          <li key={option.label}>
            <Link
              aria-current={option.selected ? 'true' : undefined}
              className={styles.option}
              href={option.href}
              prefetch={false}
              scroll={false}
            >
              {option.tone && <ToneIcon tone={option.tone} />}
              {option.label}
              {option.count !== undefined && (
                <span className={styles.count}>
                  {' '}
                  {format.number(option.count)}
                  {option.hasMore && '+'}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The space of a filter by status and a form of filters while the list loads. */
export function FilterPlaceholder() {
  return <div className={styles.placeholder} />;
}
