import { currencyExponent } from '@parley/domain';
import { moneyColumn } from '@parley/ui/money';
import type { Translator } from '#messages/translator.ts';
import type { PeriodFigures } from './period-figures.ts';

/** What the chart shows of each hour, day or week. */
export interface Series {
  readonly id: string;
  readonly label: string;
  readonly getValue: (volume: PeriodFigures['volume']) => number;
  readonly format: (value: number) => string;
  /** For an axis: "1.2K". */
  readonly formatShort: (value: number) => string;
}

const compact = (locale: string) =>
  new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 });

export const describePaidSessions = (t: Translator<'overview'>, locale: string): Series => ({
  id: 'paid',
  label: t('chart.paidSessions'),
  getValue: (volume) => volume.reduce((sum, { payments }) => sum + payments, 0),
  format: (value) => new Intl.NumberFormat(locale).format(value),
  formatShort: (value) => compact(locale).format(value),
});

export const describeVolume = (
  t: Translator<'overview'>,
  locale: string,
  currency: string,
): Series => ({
  id: currency,
  label: t('chart.volume', { currency: currency.toUpperCase() }),
  getValue: (volume) => volume.find((one) => one.currency === currency)?.amount_minor ?? 0,
  format: (amountMinor) => {
    const { digits, currency: code } = moneyColumn({ amountMinor, currency }, locale);
    return `${digits} ${code}`;
  },
  formatShort: (amountMinor) =>
    compact(locale).format(amountMinor / 10 ** currencyExponent(currency)),
});
