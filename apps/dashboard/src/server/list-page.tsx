import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { inMode, type ModeRoute } from '#addresses/mode-route.ts';
import type { SearchParams } from '#addresses/search-params.ts';
import { IgnoredFilters } from '#lists/ignored-filters.tsx';
import { readMode } from './mode.ts';
import { fetchQueries, HydrateQueries, type Queries } from './queries.tsx';
import { readTimeZone } from './read-time-zone.ts';

interface ListPageDeclaration<View extends object, Input, Page> {
  /** Reads the address. The parameters that the view does not have are named as ignored. */
  readonly readView: (params: SearchParams) => View | Promise<View>;
  /** Parameters of the form with another name than their field. */
  readonly formFields?: Readonly<Record<string, string>>;
  /** The input of the query. @param zone the IANA time zone of the days */
  readonly createInput: (view: View, zone: string) => Input;
  readonly fetch: (queries: Queries, input: Input, view: View) => Promise<Page>;
  /** The address that the page redirects to, e.g. if a cursor leads past the last row. */
  readonly redirectTo?: (view: View, page: Page) => ModeRoute | false | '' | undefined;
  readonly render: (view: View, input: Input) => ReactNode;
}

interface PageProps {
  readonly params: Promise<{ readonly mode: string }>;
  readonly searchParams: Promise<SearchParams>;
}

/** Creates the page of a list, whose first rows are in the HTML. */
export function createListPage<View extends object, Input, Page>(
  list: ListPageDeclaration<View, Input, Page>,
) {
  return async function ListPage({ params, searchParams }: PageProps) {
    const mode = await readMode(params);
    const query = await searchParams;
    const view = await list.readView(query);
    const input = list.createInput(view, await readTimeZone());
    const page = await fetchQueries(mode, (queries) => list.fetch(queries, input, view));
    const target = list.redirectTo?.(view, page);
    if (target) redirect(inMode(mode, target));
    return (
      <HydrateQueries mode={mode}>
        <IgnoredFilters fields={list.formFields} params={query} view={view} />
        {list.render(view, input)}
      </HydrateQueries>
    );
  };
}
