import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import type { SearchParams } from '#addresses/search-params.ts';
import { readMode } from './mode.ts';
import { fetchOptionalQueries, fetchQueries, HydrateQueries, type Queries } from './queries.tsx';

interface DetailPageDeclaration<Params, Subject> {
  /** Fetches what the page is about. */
  readonly fetch: (queries: Queries, params: Params) => Promise<Subject>;
  readonly getTitle: (subject: Subject) => string | Promise<string>;
  /** Fetches at the same time what else the page needs. */
  readonly fetchRelated?: (
    queries: Queries,
    params: Params,
    query: SearchParams,
  ) => Promise<unknown>;
  /** Fetches what the page can do without. */
  readonly fetchOptional?: (queries: Queries, params: Params, subject: Subject) => Promise<unknown>;
  readonly render: (params: Params, query: SearchParams) => ReactNode;
}

/** Creates the page of one object and its metadata. Both share the result of `fetch`. */
export function createDetailPage<Params, Subject>(detail: DetailPageDeclaration<Params, Subject>) {
  interface Props {
    readonly params: Promise<Params & { readonly mode: string }>;
    readonly searchParams: Promise<SearchParams>;
  }

  async function generateMetadata({ params }: Pick<Props, 'params'>): Promise<Metadata> {
    const given = await params;
    const subject = await fetchQueries(await readMode(params), (queries) =>
      detail.fetch(queries, given),
    );
    return { title: await detail.getTitle(subject) };
  }

  async function Page({ params, searchParams }: Props) {
    const mode = await readMode(params);
    const given = await params;
    const query = await searchParams;
    const [subject] = await fetchQueries(mode, (queries) =>
      Promise.all([detail.fetch(queries, given), detail.fetchRelated?.(queries, given, query)]),
    );
    await fetchOptionalQueries(mode, async (queries) =>
      detail.fetchOptional?.(queries, given, subject),
    );
    return <HydrateQueries mode={mode}>{detail.render(given, query)}</HydrateQueries>;
  }

  return { generateMetadata, Page };
}
