import { currencyExponent } from '@parley/domain';
import { moneyColumn } from '@parley/ui/money';
import { formatNumber } from './format-figures.ts';
import type { PeriodFigures } from './period-figures.ts';

/** What the chart shows of each hour, day or week. */
export interface Series {
  readonly id: string;
  readonly label: string;
  readonly valueOf: (volume: PeriodFigures['volume']) => number;
  readonly format: (value: number) => string;
  /** For an axis: "1.2K". */
  readonly formatShort: (value: number) => string;
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 });

export const paidSessions: Series = {
  id: '',
  label: 'Paid sessions',
  valueOf: (volume) => volume.reduce((sum, { payments }) => sum + payments, 0),
  format: formatNumber,
  formatShort: (value) => compact.format(value),
};

export const volumeIn = (currency: string): Series => ({
  id: currency,
  label: `Volume in ${currency.toUpperCase()}`,
  valueOf: (volume) => volume.find((one) => one.currency === currency)?.amount_minor ?? 0,
  format: (amountMinor) => {
    const { digits, currency: code } = moneyColumn({ amountMinor, currency });
    return `${digits} ${code}`;
  },
  formatShort: (amountMinor) => compact.format(amountMinor / 10 ** currencyExponent(currency)),
});
