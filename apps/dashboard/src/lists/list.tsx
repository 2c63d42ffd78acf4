'use client';

import type { ReactNode } from 'react';
import type { Address } from '#addresses/mode-route.ts';
import { Link } from '#components/link.tsx';
import { CursorPagination, EmptyList, Filter, FilterPlaceholder, ListPage } from './list-page.tsx';

/** What the address of a list selects. Each field is a parameter of the same name. */
export type ListView = Readonly<Record<string, string | undefined>>;

export interface FilterFormProps<View extends ListView> {
  /** The filters that are set, without the position of a page. */
  readonly view: View;
  readonly getHref: (view: Partial<View>) => Address;
  /** The filters outside of the form, which it keeps. */
  readonly unchanged: Partial<View>;
}

/** The filters of a list. Their names are parameters of its address. */
interface Filters<View extends ListView> {
  /** A choice of a subset by links. The option without a value is the list without this filter. */
  readonly tabs?: {
    readonly name: keyof View & string;
    readonly label: string;
    readonly options: readonly { readonly value?: string | undefined; readonly label: string }[];
  };
  /** A search and a form with other filters: `filterForm`. */
  readonly form?: (props: FilterFormProps<View>) => ReactNode;
}

interface EmptyState {
  readonly title: string;
  readonly text?: ReactNode;
  /** The text of a link to the list without filters. */
  readonly showAll?: string;
}

/** The declaration of a list. Its page and its skeleton follow from it. */
export interface ListDeclaration<Row, View extends ListView> {
  readonly title: string;
  /** Describes the list if its title is not enough. */
  readonly lead?: string;
  /** What is loading, e.g. "sessions". */
  readonly loading: string;
  /** The list's own class, which sets the widths of the columns. */
  readonly className: string | undefined;
  readonly getKey: (row: Row) => string;
  /** The address of a part of the list in the mode of the page. */
  readonly getHref: (view: Partial<View>) => Address;
  /** The page that creates a row, for people who may. */
  readonly create?: { readonly label: string; readonly href: Address } | false;
  readonly filters?: Filters<View>;
  /** @param isContinued whether the next page may have rows */
  readonly empty: (isFiltered: boolean, isContinued: boolean) => EmptyState;
}

/** The props of a list whose address selects days. */
export interface ListProps<CreateInput extends (view: never, zone: string) => unknown> {
  readonly view: Parameters<CreateInput>[0];
  /** The input of the query for the view, with the instants of its days. */
  readonly input: ReturnType<CreateInput>;
}

export interface ListContent<Row, View extends ListView> {
  readonly list: ListDeclaration<Row, View>;
  readonly view: View;
  readonly page: { readonly data: readonly Row[]; readonly next_cursor: string | null };
  readonly action?: ReactNode;
  /** A search of its own, above the other filters. */
  readonly search?: ReactNode;
  /** Adds what surrounds the rows, or the explanation why there are none. */
  readonly frame?: (rows: ReactNode) => ReactNode;
}

/** The page of a list around its rows. */
export function ListLayout<Row, View extends ListView>(
  props: ListContent<Row, View> & { readonly children: ReactNode },
) {
  const { list, view, page, search, children, frame = (rows) => rows } = props;
  const { title, lead, create, filters, getHref } = list;
  const tabs = filters?.tabs;
  const first = { ...view, older: undefined };
  const empty = list.empty(Object.values(first).some(Boolean), page.next_cursor !== null);
  const unchanged = (tabs ? { [tabs.name]: view[tabs.name] } : {}) as Partial<View>;
  return (
    <ListPage
      action={create ? <LinkButton {...create} kind="primary" /> : props.action}
      filter={
        filters && (
          <>
            {search}
            {tabs && (
              <Filter
                label={tabs.label}
                options={tabs.options.map(({ value, label }) => ({
                  label,
                  href: getHref({ ...first, [tabs.name]: value }),
                  selected: value === view[tabs.name],
                }))}
              />
            )}
            {filters.form?.({ view: first, getHref, unchanged })}
          </>
        )
      }
      lead={lead}
      title={title}
    >
      {frame(
        page.data.length > 0 ? (
          children
        ) : (
          <EmptyList
            action={empty.showAll && <LinkButton href={getHref({})} label={empty.showAll} />}
            title={empty.title}
          >
            {empty.text}
          </EmptyList>
        ),
      )}
      <CursorPagination
        hasCursor={view.older !== undefined}
        getHref={(older) => getHref({ ...view, older })}
        nextCursor={page.next_cursor}
      />
    </ListPage>
  );
}

interface LinkButtonProps {
  readonly href: Address;
  readonly label: string;
  readonly kind?: 'primary';
}

function LinkButton({ href, label, kind }: LinkButtonProps) {
  return (
    <Link className="button" data-kind={kind} href={href}>
      {label}
    </Link>
  );
}

interface SkeletonLayoutProps {
  readonly list: Pick<ListDeclaration<never, never>, 'title' | 'lead'> & {
    readonly filters?: { readonly form?: unknown };
  };
  /** Null for less space than a form of filters takes. */
  readonly filter?: null | undefined;
  readonly children: ReactNode;
}

/** The page of a list while its rows load. */
export function SkeletonLayout({ list, children, ...props }: SkeletonLayoutProps) {
  const { title, lead, filters } = list;
  const { filter = filters?.form ? <FilterPlaceholder /> : filters && null } = props;
  return (
    <ListPage filter={filter} lead={lead} title={title}>
      {children}
    </ListPage>
  );
}
