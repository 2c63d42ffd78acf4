'use client';

import type { Route } from 'next';
import Link, { useLinkStatus } from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import styles from './table.module.css';

/** The heading of each column and the class of its cells. */
export type Columns = readonly (readonly [heading: string, className: string | undefined])[];

const skeletonRows = Array.from({ length: 12 }, (_, index) => index);

interface TableHeadProps {
  readonly columns: Columns;
  /** The check box for all rows, if rows can be selected. Null while the list loads. */
  readonly selectAll?: ReactNode;
}

function TableHead({ columns, selectAll }: TableHeadProps) {
  return (
    <thead className={styles.head}>
      <tr>
        {selectAll !== undefined && <td className={styles.select}>{selectAll}</td>}
        {columns.map(([heading, className]) => (
          <th className={className} key={heading} scope="col">
            {heading}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface TableProps extends TableHeadProps {
  /** Describes the table to screen readers. */
  readonly caption: string;
  /** The list's own class, which sets the widths of the columns. */
  readonly className: string | undefined;
  readonly children: ReactNode;
}

export function Table({ caption, className, children, ...head }: TableProps) {
  return (
    <table className={`${styles.table} ${className}`}>
      <caption className="unseen">{caption}</caption>
      <TableHead {...head} />
      <tbody>{children}</tbody>
    </table>
  );
}

/** A row that is one link, which a `RowLink` in one of its cells provides. */
export function TableRow({ children }: { readonly children: ReactNode }) {
  return <tr className={styles.row}>{children}</tr>;
}

interface SelectBoxProps {
  /** What it selects, for screen readers. */
  readonly label: string;
  readonly checked: boolean;
  /** Some of what it selects is selected. */
  readonly isMixed?: boolean;
  /** @param extend the shift key was pressed */
  readonly onChange: (checked: boolean, extend: boolean) => void;
}

/** A check box that selects one row or all rows. It is as large as its cell. */
export function SelectBox({ label, checked, isMixed = false, onChange }: SelectBoxProps) {
  return (
    <label className={styles.selectBox}>
      <input
        aria-label={label}
        checked={checked}
        onChange={({ target, nativeEvent }) =>
          onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        ref={(box) => {
          if (box) box.indeterminate = isMixed;
        }}
        type="checkbox"
      />
    </label>
  );
}

/** The cell of a row with its check box. */
export function SelectCell(props: SelectBoxProps) {
  return (
    <td className={styles.select}>
      <SelectBox {...props} />
    </td>
  );
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
export function SkeletonTable({ label, columns, selectAll, className }: SkeletonTableProps) {
  const t = useTranslations('common');
  return (
    <div aria-busy="true">
      <p className="unseen" role="status">
        {t('loading', { what: label })}
      </p>
      <table aria-hidden="true" className={`${styles.table} ${className}`}>
        <TableHead columns={columns} selectAll={selectAll} />
        <tbody>
          {skeletonRows.map((row) => (
            <tr className={styles.row} key={row}>
              {selectAll !== undefined && <td className={styles.select} />}
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
