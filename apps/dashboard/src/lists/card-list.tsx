import { Fragment, type ReactNode } from 'react';
import {
  type ListContent,
  type ListDeclaration,
  ListLayout,
  type ListView,
  SkeletonLayout,
} from './list.tsx';
import { SkeletonCards } from './skeleton-cards.tsx';

/** A list whose rows are laid out on their own. */
export interface CardDeclaration<Row, View extends ListView> extends ListDeclaration<Row, View> {
  readonly item: (row: Row) => ReactNode;
  /** The number of cards while the list loads. */
  readonly skeletonCards: number;
}

interface CardListProps<Row, View extends ListView> extends ListContent<Row, View> {
  readonly list: CardDeclaration<Row, View>;
}

/** The page of a list with its items. */
export function CardList<Row, View extends ListView>(props: CardListProps<Row, View>) {
  const { className, item, getKey } = props.list;
  return (
    <ListLayout {...props}>
      <ol className={className}>
        {props.page.data.map((row) => (
          <Fragment key={getKey(row)}>{item(row)}</Fragment>
        ))}
      </ol>
    </ListLayout>
  );
}

type SkeletonProps<Row, View extends ListView> = Pick<CardListProps<Row, View>, 'list'> & {
  /** Null for less space than a form of filters takes. */
  readonly filter?: null;
};

/** The page while the list loads. */
export function CardListSkeleton<Row, View extends ListView>(props: SkeletonProps<Row, View>) {
  const { skeletonCards, loading } = props.list;
  return (
    <SkeletonLayout {...props}>
      <SkeletonCards count={skeletonCards} label={loading} />
    </SkeletonLayout>
  );
}
