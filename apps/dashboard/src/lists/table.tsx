'use client';

import type { Route } from 'next';
import Link, { useLinkStatus } from 'next/link';
import type { ReactNode } from 'react';
import styles from './table.module.css';

/** The heading of each column and the class of its cells. */
export type Columns = readonly (readonly [heading: string, className: string | undefined])[];

const skeletonRows = Array.from({ length: 12 }, (_, index) => index);

function TableHead({ columns }: { readonly columns: Columns }) {
  return (
    <thead className={styles.head}>
      <tr>
        {columns.map(([heading, className]) => (
          <th className={className} key={heading} scope="col">
            {heading}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface TableProps {
  /** Describes the table to screen readers. */
  readonly caption: string;
  readonly columns: Columns;
  /** The list's own class, which sets the widths of the columns. */
  readonly className: string | undefined;
  readonly children: ReactNode;
}

export function Table({ caption, columns, className, children }: TableProps) {
  return (
    <table className={`${styles.table} ${className}`}>
      <caption className="unseen">{caption}</caption>
      <TableHead columns={columns} />
      <tbody>{children}</tbody>
    </table>
  );
}

/** A row that is one link, which a `RowLink` in one of its cells provides. */
export function TableRow({ children }: { readonly children: ReactNode }) {
  return <tr className={styles.row}>{children}</tr>;
}

/** The link of a row. The row is shaded from the click until the next page is ready. */
export function RowLink({
  href,
  children,
}: {
  readonly href: Route;
  readonly children: ReactNode;
}) {
  return (
    <Link className={styles.link} href={href} prefetch={false}>
      {children}
      <PendingMark />
    </Link>
  );
}

function PendingMark() {
  const { pending } = useLinkStatus();
  return <span className={styles.pending} data-pending={pending || undefined} />;
}

/** Content that can be used on its own, above the link of the row. */
export function AboveRowLink({ children }: { readonly children: ReactNode }) {
  return <span className={styles.above}>{children}</span>;
}

interface SkeletonTableProps extends Omit<TableProps, 'caption' | 'children'> {
  /** What is loading, e.g. "sessions". */
  readonly label: string;
}

/** A table that is still loading, with the size that it will have. */
export function SkeletonTable({ label, columns, className }: SkeletonTableProps) {
  return (
    <div aria-busy="true">
      <p className="unseen" role="status">
        Loading {label}
      </p>
      <table aria-hidden="true" className={`${styles.table} ${className}`}>
        <TableHead columns={columns} />
        <tbody>
          {skeletonRows.map((row) => (
            <tr className={styles.row} key={row}>
              {columns.map(([heading, cell]) => (
                <td className={cell} key={heading}>
                  <span className={styles.bar} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
