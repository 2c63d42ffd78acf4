import {
  type ListContent,
  type ListDeclaration,
  ListLayout,
  type ListView,
  SkeletonLayout,
} from './list.tsx';
import { type Column, SkeletonTable, Table } from './table.tsx';

/** A list whose rows are those of a table. */
export interface TableDeclaration<Row, View extends ListView> extends ListDeclaration<Row, View> {
  readonly columns: readonly Column<Row>[];
  /** Describes the table to screen readers. */
  readonly caption: string;
}

interface TableListProps<Row, View extends ListView> extends ListContent<Row, View> {
  readonly list: TableDeclaration<Row, View>;
}

/** The page of a list with its table. */
export function TableList<Row, View extends ListView>(props: TableListProps<Row, View>) {
  const { caption, className, columns, getKey } = props.list;
  return (
    <ListLayout {...props}>
      <Table {...{ caption, className, columns, getKey }} rows={props.page.data} />
    </ListLayout>
  );
}

type SkeletonProps<Row, View extends ListView> = Pick<TableListProps<Row, View>, 'list'>;

/** The page while the list loads. */
export function TableListSkeleton<Row, View extends ListView>({ list }: SkeletonProps<Row, View>) {
  return (
    <SkeletonLayout list={list}>
      <SkeletonTable className={list.className} columns={list.columns} label={list.loading} />
    </SkeletonLayout>
  );
}
