import type { Mode } from '@parley/domain';
import { type AppRouter, appRouter, formatErrorResponse } from '@parley/router';
import { HydrationBoundary } from '@tanstack/react-query';
import { createServerSideHelpers } from '@trpc/react-query/server';
import { notFound, redirect } from 'next/navigation';
import { cache, type ReactNode } from 'react';
import { createPageFailure, logError } from './page-failure.ts';
import { getCurrentRequest, getCurrentRequestId, requirePerson } from './person.ts';
import { createRequestContext } from './runtime.ts';

export type Queries = ReturnType<typeof createServerSideHelpers<AppRouter>>;

/** The queries of this page in one mode, called in process as the signed-in person. */
const getPageQueries = cache(async (mode: Mode): Promise<Queries> => {
  const person = await requirePerson();
  return createServerSideHelpers({
    router: appRouter,
    ctx: createRequestContext(person, mode, await getCurrentRequest()),
    // The metadata and the page of one request share their results.
    queryClientConfig: { defaultOptions: { queries: { retry: false, staleTime: Infinity } } },
  });
});

/** Runs the queries that a page needs. Renders not-found, sign-in or the error page if one fails. */
export async function fetchQueries<T>(
  mode: Mode,
  run: (queries: Queries) => Promise<T>,
): Promise<T> {
  const queries = await getPageQueries(mode);
  try {
    return await run(queries);
  } catch (error) {
    const { code } = formatErrorResponse(error);
    if (code === 'not_found') notFound();
    if (code === 'authentication_required') redirect('/sign-in');
    throw createPageFailure(error, await getCurrentRequestId());
  }
}

/** Runs queries that a page can do without. A failure is logged, and the browser tries again. */
export async function fetchOptionalQueries(
  mode: Mode,
  run: (queries: Queries) => Promise<unknown>,
): Promise<void> {
  const queries = await getPageQueries(mode);
  await run(queries).catch(async (error: unknown) => logError(error, await getCurrentRequestId()));
}

interface HydrateQueriesProps {
  readonly mode: Mode;
  readonly children: ReactNode;
}

/** Sends the results of the fetched queries along with the page, as the hooks' initial data. */
export async function HydrateQueries({ mode, children }: HydrateQueriesProps) {
  const queries = await getPageQueries(mode);
  const state = queries.dehydrate({
    shouldDehydrateQuery: ({ state: { status } }) => status === 'success',
  });
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
