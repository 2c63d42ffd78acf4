import { findPerson } from '@parley/auth';
import type { SessionOverview } from '@parley/contract';
import { DomainError, type Mode, toDecimal } from '@parley/domain';
import { appRouter } from '@parley/router';
import { stringify } from 'csv-stringify/sync';
import { clientAddress, REQUEST_ID_HEADER } from '#request-headers.ts';
import { filtersOf, readSessionListView, sessionListInput } from '#sessions/search-params.ts';
import { logError } from './page-failure.ts';
import { createRequestContext, runtime } from './runtime.ts';

/** The most that a page of the list can have. */
const ROWS_PER_READ = 100;

const columns = [
  'session_id',
  'created_at',
  'status',
  'buyer_reference',
  'description',
  'currency',
  'amount_minor',
  'amount',
];

/**
 * Streams the sessions of a filter as CSV, newest first, with the binding charge in minor and major units.
 * The query of the address is that of the session list. The person is checked before each page, so that one
 * who is removed gets no further rows. A failure breaks the download off, because a short file would look
 * complete.
 */
export async function exportSessions(request: Request, mode: Mode): Promise<Response> {
  const requestId = request.headers.get(REQUEST_ID_HEADER) ?? '';
  const address = clientAddress(request.headers);
  const { searchParams } = new URL(request.url);
  const params = Object.fromEntries(
    [...searchParams.keys()].map((name) => [name, readAll(searchParams, name)]),
  );
  const filters = filtersOf(readSessionListView(params));
  let merchantId: string | null = null;

  async function readPage(cursor: string | undefined) {
    const { auth, database } = runtime().accounts;
    const person = await findPerson(auth, database, request.headers, merchantId);
    if (!person) throw new DomainError('authentication_required', 'Sign in, then export again.');
    merchantId = person.merchantId;
    const caller = appRouter.createCaller(
      createRequestContext(person, mode, { requestId, address }),
    );
    const input = { ...sessionListInput({ ...filters, older: cursor }), limit: ROWS_PER_READ };
    return caller.sessions.listOverviews(input);
  }

  try {
    const first = await readPage(undefined);
    let page: typeof first | null = first;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(encode([columns], { bom: true })),
      async pull(controller) {
        try {
          if (!page) return controller.close();
          controller.enqueue(encode(page.data.map(rowOf)));
          page = page.next_cursor ? await readPage(page.next_cursor) : null;
        } catch (error) {
          logError(error, requestId);
          controller.error(error);
        }
      },
    });
    const day = new Date().toISOString().slice(0, 10);
    return new Response(body, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="sessions-${mode}-${day}.csv"`,
        'cache-control': 'no-store',
      },
    });
  } catch (error) {
    const { status, message } = logError(error, requestId);
    return new Response(`${message}\n`, {
      status,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    });
  }
}

function readAll(searchParams: URLSearchParams, name: string): string | string[] {
  const [first = '', ...others] = searchParams.getAll(name);
  return others.length === 0 ? first : [first, ...others];
}

function rowOf({ id, created_at, status, buyer_reference, ...session }: SessionOverview) {
  const { amount_minor: amountMinor, currency } = session.final;
  return [
    id,
    created_at,
    status,
    buyer_reference,
    session.cart_description,
    currency,
    amountMinor,
    toDecimal({ amountMinor, currency }),
  ];
}

/** Spreadsheets would run text that begins like a formula, so a quotation mark precedes it. */
const encode = (rows: readonly (readonly unknown[])[], { bom = false } = {}) =>
  new TextEncoder().encode(stringify([...rows], { bom, escape_formulas: true, eof: true }));
