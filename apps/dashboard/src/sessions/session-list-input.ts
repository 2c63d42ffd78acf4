import { createdRange } from '#addresses/created-range.ts';
import type { SessionListView } from '#addresses/sessions.ts';

const PAGE_SIZE = 25;

/**
 * The input of the query for a part of the list.
 * @param zone the IANA time zone of the days
 */
export function sessionListInput(view: SessionListView, zone: string) {
  const { status, buyer, currency, amount_from, amount_to, search, older, newer } = view;
  const { reason, metadata, attention } = view;
  const [key = '', ...value] = metadata?.split('=') ?? [];
  return {
    limit: PAGE_SIZE,
    status: status && [...status],
    buyer_reference: buyer,
    currency,
    amount_from: amount_from === undefined ? undefined : Number(amount_from),
    amount_to: amount_to === undefined ? undefined : Number(amount_to),
    ...createdRange(view, zone),
    attempt_reason: reason,
    metadata: metadata === undefined ? undefined : { key, value: value.join('=') },
    needs_attention: attention === 'true' || undefined,
    search,
    cursor: newer ?? older,
    direction: newer ? ('previous' as const) : ('next' as const),
  };
}
