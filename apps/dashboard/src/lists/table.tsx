'use client';

import { useLinkStatus } from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Address } from '#addresses/mode-route.ts';
import { Link } from '#components/link.tsx';
import styles from './table.module.css';
import type { Selection } from './use-selection.ts';

/** The heading of a column. */
export interface ColumnHead {
  readonly heading: string;
  /** The class of the heading and of the cells, which sets the width. */
  readonly className?: string | undefined;
}

/** A column of a table and what its cells show. */
export interface Column<Row> extends ColumnHead {
  readonly cell: (row: Row) => ReactNode;
  /** The page of the row. The whole row links to it. */
  readonly getHref?: (row: Row) => Address;
  /** Whether the cell is the heading of its row. */
  readonly isRowHeading?: boolean;
  /** The full text of a cell that may be cut off. */
  readonly getTitle?: (row: Row) => string | undefined;
}

const skeletonRows = Array.from({ length: 12 }, (_, index) => index);

interface TableHeadProps {
  readonly columns: readonly ColumnHead[];
  /** The check box for all rows, if rows can be selected. Null while the list loads. */
  readonly selectAll?: ReactNode;
}

function TableHead({ columns, selectAll }: TableHeadProps) {
  return (
    <thead className={styles.head}>
      <tr>
        {selectAll !== undefined && <td className={styles.select}>{selectAll}</td>}
        {columns.map(({ heading, className }) => (
          <th className={className} key={heading} scope="col">
            {heading}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface TableFrameProps extends TableHeadProps {
  /** Describes the table to screen readers. */
  readonly caption: string;
  /** The list's own class, which sets the widths of the columns. */
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** A table whose rows are not made of the cells of columns. */
export function TableFrame({ caption, className, children, ...head }: TableFrameProps) {
  return (
    <table className={`${styles.table} ${className}`}>
      <caption className="unseen">{caption}</caption>
      <TableHead {...head} />
      <tbody>{children}</tbody>
    </table>
  );
}

interface TableProps<Row> extends Omit<TableFrameProps, 'children'> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly getKey: (row: Row) => string;
  /** The cell with the check box of a row, if rows can be selected. */
  readonly selectCell?: (row: Row) => ReactNode;
}

export function Table<Row>({ rows, getKey, selectCell, ...frame }: TableProps<Row>) {
  return (
    <TableFrame {...frame}>
      {rows.map((row) => (
        <TableRow key={getKey(row)}>
          {selectCell?.(row)}
          {frame.columns.map(({ heading, className, cell, getHref, isRowHeading, getTitle }) => {
            const content = getHref ? (
              <RowLink href={getHref(row)}>{cell(row)}</RowLink>
            ) : (
              cell(row)
            );
            const attributes = { className, title: getTitle?.(row) };
            return isRowHeading ? (
              <th {...attributes} key={heading} scope="row">
                {content}
              </th>
            ) : (
              <td {...attributes} data-label={heading} key={heading}>
                {content}
              </td>
            );
          })}
        </TableRow>
      ))}
    </TableFrame>
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
function SelectBox({ label, checked, isMixed = false, onChange }: SelectBoxProps) {
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

interface SelectAllProps {
  readonly label: string;
  readonly selection: Pick<Selection<unknown>, 'rows' | 'selectAll'>;
  /** The number of rows on the page. */
  readonly pageSize: number;
}

/** The check box of all rows. */
export function SelectAll({ label, selection: { rows, selectAll }, pageSize }: SelectAllProps) {
  const all = rows.length === pageSize;
  const isMixed = rows.length > 0 && !all;
  return <SelectBox checked={all} isMixed={isMixed} label={label} onChange={selectAll} />;
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
  readonly href: Address;
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

interface SkeletonTableProps extends Omit<TableFrameProps, 'caption' | 'children'> {
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
              {columns.map(({ heading, className: cell }) => (
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
