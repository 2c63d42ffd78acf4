/**
 * Active ISO 4217 codes by number of minor-unit digits, without metals, bond-market units, drawing
 * rights and test codes. The table is explicit because the digits of Intl differ between Node and
 * browsers. Source: ISO 4217 list one, amendments up to 2026.
 */
const codesByExponent: Readonly<Record<number, string>> = {
  0: 'bif clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf',
  2: `aed afn all amd aoa ars aud awg azn bam bbd bdt bmd bnd bob bov brl bsd btn bwp byn bzd
    cad cdf che chf chw cny cop cou crc cup cve czk dkk dop dzd egp ern etb eur fjd fkp gbp gel
    ghs gip gmd gtq gyd hkd hnl htg huf idr ils inr irr jmd kes kgs khr kpw kyd kzt lak lbp lkr
    lrd lsl mad mdl mga mkd mmk mnt mop mru mur mvr mwk mxn mxv myr mzn nad ngn nio nok npr nzd
    pab pen pgk php pkr pln qar ron rsd rub sar sbd scr sdg sek sgd shp sle sos srd ssp stn svc
    syp szl thb tjs tmt top try ttd twd tzs uah usd usn uyu uzs ved ves wst xad xcd xcg yer zar
    zmw zwg`,
  3: 'bhd iqd jod kwd lyd omr tnd',
  4: 'clf uyw',
};

const exponents: ReadonlyMap<string, number> = new Map(
  Object.entries(codesByExponent).flatMap(([exponent, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(exponent)] as const),
  ),
);

/** The largest amount of a session or confirmation, in minor units. */
export const MAX_AMOUNT_MINOR = 2_147_483_647;

/** An amount in minor units (cents for eur, whole yen for jpy) and a lowercase ISO 4217 code. */
export interface Charge {
  readonly amountMinor: number;
  readonly currency: string;
}

/** Every supported currency code, lowercase. */
export const currencyCodes: readonly string[] = [...exponents.keys()];

/** Whether `code` is an active ISO 4217 code in lowercase. */
export function isCurrency(code: string): boolean {
  return exponents.has(code);
}

/**
 * The number of digits after the decimal point.
 * @throws RangeError when `currency` is not a supported code
 */
export function currencyExponent(currency: string): number {
  const exponent = exponents.get(currency);
  if (exponent === undefined)
    throw new RangeError(`${currency} is not an active ISO 4217 code in lowercase`);
  return exponent;
}

/** The amount in major units as an exact decimal string: 4200 eur is "42.00", 4200 jpy "4200". */
export function toDecimal(charge: Charge): string {
  const exponent = currencyExponent(charge.currency);
  const sign = charge.amountMinor < 0 ? '-' : '';
  const digits = String(Math.abs(charge.amountMinor)).padStart(exponent + 1, '0');
  return exponent === 0
    ? sign + digits
    : `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/**
 * Reads an amount in major units as people write it: "1,234.50", or "1.234,50" in a language with a decimal comma.
 * @param decimalSign "." or ","; the other one separates thousands
 * @returns minor units; null for a text that is not an amount of the currency, such as "12.50" for jpy
 */
export function parseAmount(text: string, currency: string, decimalSign: string): number | null {
  const exponent = currencyExponent(currency);
  const thousands = decimalSign === ',' ? '\\.' : ',';
  const ignored = new RegExp(`[\\s'’\\p{Sc}]|${thousands}(?=\\d{3}(?!\\d))`, 'gu');
  // A group after a zero is no thousands: it is more likely that the other sign was meant.
  if (new RegExp(`^[\\s\\p{Sc}]*0+(?:[\\s'’]|${thousands})\\d{3}`, 'u').test(text)) return null;
  // Without thousands, the other sign can only be meant as the decimal sign.
  const [, whole, fraction = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(text.replace(ignored, '')) ?? [];
  if (whole === undefined || fraction.length > exponent) return null;
  return Number(whole + fraction.padEnd(exponent, '0'));
}

/**
 * Formats a charge for a locale.
 * @param locale BCP 47, e.g. "de-DE"
 */
export function formatMoney(charge: Charge, locale: string): string {
  const digits = currencyExponent(charge.currency);
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: charge.currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(toDecimal(charge) as Intl.StringNumericLiteral);
}

export function isSameCharge(a: Charge, b: Charge): boolean {
  return a.amountMinor === b.amountMinor && a.currency === b.currency;
}
