import { isCurrency, MAX_AMOUNT_MINOR, parseAmount, sessionStatuses } from '@parley/domain';
import {
  readBuyer,
  readCursor,
  readDays,
  readText,
  type SearchParams,
} from '#addresses/search-params.ts';
import type { SessionFilters, SessionListView } from '#addresses/sessions.ts';

const isAmount = (text: string) => /^\d{1,10}$/.test(text) && Number(text) <= MAX_AMOUNT_MINOR;

/** Whether a text has a key and a value of metadata. */
const isMetadata = (text: string) => /^[^=\0]{1,500}=[^\0]{0,500}$/.test(text);

/**
 * Reads the filters and the position of the session list. Malformed values count as missing.
 * @param params also the values of the form. They have the same names, except `min_amount` and `max_amount`, which
 *   are in major units of the currency
 * @param decimalSign of the values of the form
 */
export function readSessionListView(params: SearchParams, decimalSign = '.'): SessionListView {
  const selected = [params.status].flat();
  const status = sessionStatuses.filter((one) => selected.includes(one));
  const currency = readText(params.currency, (text) => isCurrency(text.toLowerCase()));
  const code = currency?.toLowerCase();
  const readAmount = (minor: SearchParams[string], major: SearchParams[string]) => {
    const typed = code && typeof major === 'string' && parseAmount(major, code, decimalSign);
    return readText(typeof typed === 'number' ? String(typed) : minor, isAmount);
  };
  const filters = {
    status: status.length > 0 ? status : undefined,
    buyer: readBuyer(params.buyer),
    currency: code,
    amount_from: readAmount(params.amount_from, params.min_amount),
    amount_to: readAmount(params.amount_to, params.max_amount),
    ...readDays(params),
    reason: readText(params.reason, (text) => /^[!-~]{1,255}$/.test(text)),
    metadata: readText(params.metadata, isMetadata),
    attention: params.attention === 'true' ? ('true' as const) : undefined,
    search: readBuyer(params.search),
  };
  return {
    ...filters,
    ...(hasAmountError(filters) && { amount_to: undefined }),
    older: readCursor(params.older),
    newer: readCursor(params.newer),
  };
}

/** Whether the end of the range of amounts is before its start. */
function hasAmountError({ amount_from: from, amount_to: to }: SessionFilters): boolean {
  return Boolean(from && to) && Number(to) < Number(from);
}

/** The ids of `selectionExportHref`; undefined if the address has none. */
export function readSelectedIds({ id }: SearchParams): string[] | undefined {
  return id === undefined ? undefined : [id].flat();
}
