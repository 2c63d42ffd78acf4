import { parseAmount } from '@parley/domain';
import { describeDaysError } from '#addresses/search-params.ts';
import { type SessionFilters, sessionsHref } from '#addresses/sessions.ts';
import type { FilterSelection } from '#lists/filter-bar.tsx';
import type { Translator } from '#messages/translator.ts';
import { exampleAmountField, formatAmountField } from './amount-fields.ts';
import { readSessionListView } from './read-session-list-view.ts';

interface FormContext {
  readonly t: Translator<'sessionList'>;
  readonly common: Translator<'common'>;
  /** Of the amounts in major units. */
  readonly decimalSign: string;
}

/** The list that the values of the form select, or the error of the first invalid value. */
export function selectSessions(
  values: FormData,
  { t, common, decimalSign }: FormContext,
): FilterSelection {
  const params = Object.fromEntries(values.entries()) as Record<string, string>;
  const status = values.getAll('status').map(String);
  const next = readSessionListView({ ...params, status }, decimalSign);
  if (params.currency && !next.currency) {
    return { field: 'currency', message: t('filter.currencyError') };
  }
  if ((params.min_amount || params.max_amount) && !next.currency) {
    return { field: 'currency', message: t('filter.currencyMissing') };
  }
  const amountError = findAmountError(params, next);
  if (amountError) {
    const { field, isUpperBound } = amountError;
    const isReadable =
      field === 'amount_to'
        ? /^\d+$/.test(params.amount_to ?? '')
        : parseAmount(params[field] ?? '', next.currency ?? '', decimalSign) !== null;
    const inField = (minor: string) => formatAmountField(minor, next.currency, decimalSign);
    const { amount_from: from } = next;
    const message =
      isUpperBound && from && isReadable
        ? t('filter.amountToError', { amount: inField(from) })
        : t('filter.amountError', { example: exampleAmountField(next.currency, decimalSign) });
    return { field, message };
  }
  if (params.metadata && !next.metadata) {
    return { field: 'metadata', message: t('filter.metadataError') };
  }
  return describeDaysError(common, params) ?? sessionsHref(next);
}

/** The first amount field whose value is invalid. */
function findAmountError(params: Readonly<Record<string, string>>, view: SessionFilters) {
  for (const field of ['min_amount', 'amount_from']) {
    if (params[field] && !view.amount_from) return { field, isUpperBound: false };
  }
  for (const field of ['max_amount', 'amount_to']) {
    if (params[field] && !view.amount_to) return { field, isUpperBound: true };
  }
  return null;
}
