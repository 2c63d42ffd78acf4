import type { Mode } from '@parley/domain';
import type { FilterSelection } from '#lists/filter-bar.tsx';
import { daysError } from '#lists/search-params.ts';
import type { Translator } from '#messages/translator.ts';
import { formatAmountField } from './amount-fields.ts';
import { readSessionListView } from './read-session-list-view.ts';
import { type SessionFilters, sessionsHref } from './search-params.ts';

interface FormContext {
  readonly t: Translator<'sessionList'>;
  readonly common: Translator<'common'>;
  readonly mode: Mode;
  /** Of the amounts in major units. */
  readonly decimalSign: string;
}

/** The list that the values of the form select, or the first value that selects nothing. */
export function selectSessions(
  values: FormData,
  { t, common, mode, decimalSign }: FormContext,
): FilterSelection {
  const params = Object.fromEntries(values.entries()) as Record<string, string>;
  const status = values.getAll('status').map(String);
  const next = readSessionListView({ ...params, status }, decimalSign);
  if (params.currency && !next.currency) {
    return { field: 'currency', message: t('filter.currencyError') };
  }
  if ((params.min_amount || params.max_amount) && !next.currency) {
    return { field: 'currency', message: t('filter.currencyNeeded') };
  }
  const amountError = findAmountError(params, next);
  if (amountError) {
    const { field, isEnd } = amountError;
    const inField = (minor: string) => formatAmountField(minor, next.currency, decimalSign);
    const { amount_from: from } = next;
    const message =
      isEnd && from
        ? t('filter.amountToError', { amount: inField(from) })
        : t('filter.amountError', { example: inField('1250') });
    return { field, message };
  }
  if (params.metadata && !next.metadata) {
    return { field: 'metadata', message: t('filter.metadataError') };
  }
  return daysError(common, params) ?? sessionsHref(mode, next);
}

/** The first field whose amount is not in the view. */
function findAmountError(params: Readonly<Record<string, string>>, view: SessionFilters) {
  for (const field of ['min_amount', 'amount_from']) {
    if (params[field] && !view.amount_from) return { field, isEnd: false };
  }
  for (const field of ['max_amount', 'amount_to']) {
    if (params[field] && !view.amount_to) return { field, isEnd: true };
  }
  return null;
}
