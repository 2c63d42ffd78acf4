/**
 * ISO 4217, active codes (metals, bond-market units, drawing rights and test codes left out), by
 * the number of minor-unit digits. Own table: Intl's digits differ between Node and browsers.
 * Source: ISO 4217 list one, amendments up to 2026.
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
    codes
      .trim()
      .split(/\s+/)
      .map((code) => [code, Number(exponent)] as const),
  ),
);

/** The largest amount that a session or a confirmation may carry, in minor units. */
export const MAX_AMOUNT_MINOR = 2_147_483_647;

/** A charge: minor units (cents of a euro, whole yen) and a lowercase ISO 4217 code. */
export interface Charge {
  readonly amountMinor: number;
  readonly currency: string;
}

/** Every currency code the service takes, lowercase. */
export const currencyCodes: readonly string[] = [...exponents.keys()].sort();

/** Whether `code` is an active ISO 4217 code in lowercase. */
export function isCurrency(code: string): boolean {
  return exponents.has(code);
}

/**
 * Digits after the decimal point.
 * @throws RangeError when `currency` is no code of ISO 4217
 */
export function currencyExponent(currency: string): number {
  const exponent = exponents.get(currency);
  if (exponent === undefined) throw new RangeError(`${currency} is no ISO 4217 currency code`);
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
 * The amount as a person of this locale writes it.
 * @param locale BCP 47, e.g. "de-DE"
 */
export function formatMoney(charge: Charge, locale: string): string {
  const digits = currencyExponent(charge.currency);
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: charge.currency.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(toDecimal(charge) as Intl.StringNumericLiteral);
}

export function isSameCharge(a: Charge, b: Charge): boolean {
  return a.amountMinor === b.amountMinor && a.currency === b.currency;
}
