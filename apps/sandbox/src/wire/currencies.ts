import { fill, words } from './words.ts';

/**
 * The currencies in which the provider charges cards, including those of few accounts. Others, such
 * as IRR, KPW, CUP and SYP, are refused.
 */
export const CURRENCIES: ReadonlySet<string> = new Set(
  words(`
    usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn
    bzd cad cdf chf clp cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf
    gtq gyd hkd hnl hrk htg huf idr ils inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp
    lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab
    pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std szl thb tjs
    tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xcg xof xpf yer zar zmw btn ghs svc
  `),
);

/** The digits of amounts after the decimal point, where they are not 2. */
export const DIGITS: Readonly<Record<string, number>> = {
  ...fill(0, 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'),
  ...fill(3, 'bhd jod kwd omr tnd'),
};

/** Currencies without decimals whose amounts have two digits all the same: always 00. */
export const ALWAYS_00: readonly string[] = ['isk', 'ugx'];

/** Formats an amount in minor units: €42.00, ISK 5,000. */
export function formatAmount(amount: number, currency: string): string {
  const digits = DIGITS[currency] ?? 2;
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    trailingZeroDisplay: ALWAYS_00.includes(currency) ? 'stripIfInteger' : 'auto',
  }).format(amount / 10 ** digits);
}
