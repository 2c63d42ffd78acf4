import type { SessionOverview } from '@parley/contract';
import { type Mode, toDecimal } from '@parley/domain';
import { getFilters } from '#addresses/sessions.ts';
import { createCsvResponse, getSearchParams, ROWS_PER_READ } from '#server/csv-response.ts';
import { readSelectedIds, readSessionListView } from './read-session-list-view.ts';
import { sessionListInput } from './session-list-input.ts';

const columns = [
  'session_id',
  'created_at',
  'status',
  'buyer_reference',
  'description',
  'currency',
  'amount_minor',
  'amount',
  'reason',
  'updated_at',
  'metadata',
  'payment_status',
  'received_minor',
  'received',
  'refunded_minor',
  'refunded',
  'disputed_minor',
  'disputed',
];

/**
 * Streams the sessions of a filter or of some ids as CSV, newest first, with the binding charge and its payments in minor and
 * major units. Columns are only ever appended, because programs read the file.
 * The query of the address is that of the session list, or has the ids.
 * @param zone the IANA time zone of the days in the query
 */
export function exportSessions(request: Request, mode: Mode, zone: string): Promise<Response> {
  const params = getSearchParams(request);
  const filters = getFilters(readSessionListView(params));
  const ids = readSelectedIds(params);
  return createCsvResponse(request, mode, {
    name: 'sessions',
    params,
    view: { ...filters, id: ids },
    columns,
    getRow,
    readPage: ({ sessions }, cursor) =>
      sessions.listOverviews({
        ...sessionListInput({ ...filters, older: cursor }, zone),
        ids,
        for_export: true,
        limit: ROWS_PER_READ,
      }),
  });
}

/** The first item of the cart and the number of the others; empty if there are none. */
function describe({ cart_summary: cart }: Pick<SessionOverview, 'cart_summary'>): string {
  if (!cart) return '';
  return cart.more_items > 0 ? `${cart.first_item} + ${cart.more_items} more` : cart.first_item;
}

/** What was received, refunded and disputed, each in minor and major units. */
function formatMoneyCells({ payment_summary: summary }: Pick<SessionOverview, 'payment_summary'>) {
  if (!summary) return [];
  const { currency, received_minor, refunded_minor, disputed_minor } = summary;
  return [received_minor, refunded_minor, disputed_minor].flatMap((amountMinor) => [
    amountMinor,
    toDecimal({ amountMinor, currency }),
  ]);
}

function getRow({ id, created_at, status, buyer_reference, ...session }: SessionOverview) {
  const { amount_minor: amountMinor, currency } = session.final;
  return [
    id,
    created_at,
    status,
    buyer_reference,
    describe(session),
    currency,
    amountMinor,
    toDecimal({ amountMinor, currency }),
    session.status_reason,
    session.updated_at,
    JSON.stringify(session.metadata),
    session.payment_status,
    ...formatMoneyCells(session),
  ];
}
