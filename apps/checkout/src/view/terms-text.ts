import { formatMoney } from '@parley/domain';
import type { Terms } from '@parley/operations';
import type { Words } from '../words.ts';

/** What is charged after today, and when, in one sentence. */
export function termsText(
  terms: Terms,
  { currency, locale, words }: { currency: string; locale: string; words: Words },
): string {
  const charges = words.andAlso(
    terms.recurring.map(({ amount_minor: amountMinor, interval, interval_count }) =>
      words.every(formatMoney({ amountMinor, currency }, locale), interval, interval_count),
    ),
  );
  if (terms.trial_end !== null) return words.freeUntil(dayText(terms.trial_end, locale), charges);
  if (terms.trial_days !== null) return words.freeDays(terms.trial_days, charges);
  return words.afterThat(charges);
}

const dayText = (at: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(at));
