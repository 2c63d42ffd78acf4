import { findPerson } from '@parley/auth';
import { DomainError, InvalidFieldError, type Mode } from '@parley/domain';
import { appRouter } from '@parley/router';
import { stringify } from 'csv-stringify/sync';
import { findIgnoredFilters, type SearchParams } from '#addresses/search-params.ts';
import { getClientAddress, REQUEST_ID_HEADER } from '#request-headers.ts';
import { logError } from './page-failure.ts';
import { createRequestContext, runtime } from './runtime.ts';

/** The most that a page of a list can have. */
export const ROWS_PER_READ = 100;

/** The procedures as a person calls them. */
type PersonCaller = ReturnType<typeof appRouter.createCaller>;

interface CsvExport<Row> {
  /** The start of the name of the file. */
  readonly name: string;
  /** The query of the address. */
  readonly params: SearchParams;
  /** What the file contains. Each field is a parameter of the same name. */
  readonly view: object;
  readonly columns: readonly string[];
  readonly getRow: (row: Row) => readonly unknown[];
  readonly readPage: (
    caller: PersonCaller,
    cursor: string | undefined,
  ) => Promise<{ readonly data: readonly Row[]; readonly next_cursor: string | null }>;
}

/**
 * Streams a list as CSV, page by page. The person is checked before each page, so that one who is removed gets
 * no further rows. A filter that is not valid is refused, because the file would contain everything. A failure breaks the download off, because a short file would look complete.
 */
export async function createCsvResponse<Row>(
  request: Request,
  mode: Mode,
  { name, params, view, columns, getRow, readPage }: CsvExport<Row>,
): Promise<Response> {
  const requestId = request.headers.get(REQUEST_ID_HEADER) ?? '';
  const address = getClientAddress(request.headers);
  let merchantId: string | null = null;

  async function read(cursor: string | undefined) {
    const { auth, database } = runtime().accounts;
    const person = await findPerson(auth, database, request.headers, merchantId);
    if (!person) throw new DomainError('authentication_required', 'Sign in, then export again.');
    merchantId = person.merchantId;
    const context = createRequestContext(person, mode, { requestId, address });
    return readPage(appRouter.createCaller(context), cursor);
  }

  try {
    const [ignored] = findIgnoredFilters(params, view);
    if (ignored) {
      const problem = 'is not a valid filter. Correct or remove it, then export again.';
      throw new InvalidFieldError(`${ignored.name}=${ignored.value.slice(0, 100)}`, problem);
    }
    const first = await read(undefined);
    let page: typeof first | null = first;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(encode([columns], { bom: true })),
      async pull(controller) {
        try {
          if (!page) return controller.close();
          controller.enqueue(encode(page.data.map(getRow)));
          page = page.next_cursor ? await read(page.next_cursor) : null;
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
        'content-disposition': `attachment; filename="${name}-${mode}-${day}.csv"`,
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

/** The query of a request as a page gets it. */
export function getSearchParams(request: Request): SearchParams {
  const { searchParams } = new URL(request.url);
  const read = (name: string) => {
    const [first = '', ...others] = searchParams.getAll(name);
    return others.length === 0 ? first : [first, ...others];
  };
  return Object.fromEntries([...searchParams.keys()].map((name) => [name, read(name)]));
}

/** Spreadsheets would run text that begins like a formula, so a quotation mark precedes it. */
const encode = (rows: readonly (readonly unknown[])[], { bom = false } = {}) =>
  new TextEncoder().encode(stringify([...rows], { bom, escape_formulas: true, eof: true }));
