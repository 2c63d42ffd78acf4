import { useMoney } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import type { Translator } from '#messages/translator.ts';

/** What formats the texts of a session. */
export interface SessionTexts {
  readonly t: Translator<'sessionTimeline'>;
  readonly money: ReturnType<typeof useMoney>;
}

/** The amounts of a provider's refund or dispute: "4200 eur, 100 usd". */
const amounts = /^\d+ [a-z]{3}(, \d+ [a-z]{3})*$/;

/** Explains a reason in a sentence. An unknown reason is quoted. */
export function explainReason({ t, money }: SessionTexts, reason: string): string {
  if (amounts.test(reason)) return formatMinorUnits(money, reason);
  if (!/^[a-z]+(_[a-z]+)*$/.test(reason)) return t('quotedReason', { reason });
  const key = `reason.${reason}` as 'reason.late_payment';
  if (t.has(key)) return t(key);
  return reason.includes('_') ? t('unknownReason', { reason }) : t('quotedReason', { reason });
}

/** Explains reasons in the language of the page. */
export function useExplainReason(): (reason: string) => string {
  const texts = { t: useTranslations('sessionTimeline'), money: useMoney() };
  return (reason) => explainReason(texts, reason);
}

/** Formats the amounts in minor units within a text: "4200 eur" becomes "€42.00". */
export function formatMinorUnits(money: SessionTexts['money'], text: string): string {
  return text.replace(/\b(\d{1,15}) ([a-z]{3})\b/g, (_, minor: string, currency: string) =>
    money({ amountMinor: Number(minor), currency }),
  );
}
