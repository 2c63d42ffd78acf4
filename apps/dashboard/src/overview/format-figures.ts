import { useLocale, useTranslations } from 'next-intl';
import type { Translator } from '#messages/translator.ts';

/** The share of a step in the one before; null if that one has none. */
export function computeRate(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.min(part / whole, 1);
}

/** Returns functions that format figures in a language. */
export function createFigureFormats(t: Translator<'overview'>, locale: string) {
  const count = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const change = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });
  const time = new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 });
  const points = new Intl.NumberFormat(locale, {
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });

  return {
    /** Formats a number of sessions: "1,204". */
    formatNumber: (value: number): string => count.format(value),

    /** Formats a share from 0 to 1: "82.3%"; "–" without one. */
    formatRate: (share: number | null): string => (share === null ? '–' : percent.format(share)),

    /** Formats how much a number differs from the former one: "+12%"; null if that was 0. */
    formatChange: (value: number, previous: number): string | null =>
      previous === 0 ? null : change.format(value / previous - 1),

    /** Formats the difference of two shares, as `formatRate` rounds them, in percentage points: "+2.1 points". */
    formatPoints(share: number, previous: number): string {
      const rounded = (value: number) => Math.round(value * 1000) / 10;
      return t('rates.points', { points: points.format(rounded(share) - rounded(previous)) });
    },

    /** Formats a time that is known within a fifth: "38 s", "1.6 min", "12 min", "5 h", "3 days". */
    formatSeconds(seconds: number): string {
      if (seconds < 60) return t('rates.seconds', { value: time.format(seconds) });
      if (seconds < 3600) return t('rates.minutes', { value: time.format(seconds / 60) });
      if (seconds < 48 * 3600) return t('rates.hours', { value: time.format(seconds / 3600) });
      return t('rates.days', { value: time.format(seconds / 86_400) });
    },
  };
}

/** Formats figures in the language of the page. */
export const useFigureFormats = () => createFigureFormats(useTranslations('overview'), useLocale());
