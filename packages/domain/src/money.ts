/**
 * Active ISO 4217 codes, without metals, bond-market units, drawing rights and test codes: `digits`
 * after the decimal point in the provider's amounts, `shown` to people. The provider differs from
 * ISO 4217 in isk and ugx, whose amounts still have two digits, always 00, and in mga, which has none.
 * The table is explicit because the digits of Intl differ between Node and browsers.
 * Sources: ISO 4217 list one, amendments up to 2026; docs.stripe.com/currencies.
 */
const currencies = [
  {
    digits: 0,
    shown: 0,
    codes: 'bif clp djf gnf jpy kmf krw mga pyg rwf uyi vnd vuv xaf xof xpf',
  },
  { digits: 2, shown: 0, codes: 'isk ugx' },
  {
    digits: 2,
    shown: 2,
    codes: `aed afn all amd aoa ars aud awg azn bam bbd bdt bmd bnd bob bov brl bsd btn bwp byn bzd
      cad cdf che chf chw cny cop cou crc cup cve czk dkk dop dzd egp ern etb eur fjd fkp gbp gel
      ghs gip gmd gtq gyd hkd hnl htg huf idr ils inr irr jmd kes kgs khr kpw kyd kzt lak lbp
      lkr lrd lsl mad mdl mkd mmk mnt mop mru mur mvr mwk mxn mxv myr mzn nad ngn nio nok npr nzd
      pab pen pgk php pkr pln qar ron rsd rub sar sbd scr sdg sek sgd shp sle sos srd ssp stn svc
      syp szl thb tjs tmt top try ttd twd tzs uah usd usn uyu uzs ved ves wst xad xcd xcg yer zar
      zmw zwg`,
  },
  { digits: 3, shown: 3, codes: 'bhd iqd jod kwd lyd omr tnd' },
  { digits: 4, shown: 4, codes: 'clf uyw' },
];

const formats: ReadonlyMap<string, { readonly digits: number; readonly shown: number }> = new Map(
  currencies.flatMap(({ codes, ...format }) =>
    codes.split(/\s+/).map((code) => [code, format] as const),
  ),
);

/** The largest amount of a session or confirmation, in minor units. */
export const MAX_AMOUNT_MINOR = 2_147_483_647;

/** An amount in the provider's minor units (cents for eur, whole yen for jpy, hundredths for isk) and a lowercase ISO 4217 code. */
export interface Money {
  readonly amountMinor: number;
  readonly currency: string;
}

/** Every supported currency code, lowercase. */
export const currencyCodes: readonly string[] = [...formats.keys()];

/** Whether `code` is an active ISO 4217 code in lowercase. */
export function isCurrency(code: string): boolean {
  return formats.has(code);
}

/**
 * The number of digits after the decimal point in amounts of the provider: 2 for eur and isk.
 * @throws RangeError when `currency` is not a supported code
 */
export function currencyExponent(currency: string): number {
  return getFormat(currency).digits;
}

function getFormat(currency: string) {
  const format = formats.get(currency);
  if (format === undefined)
    throw new RangeError(`${currency} is not an active ISO 4217 code in lowercase`);
  return format;
}

/**
 * The amount in major units as people write it, in an exact decimal string: 4200 eur is "42.00",
 * 4200 jpy "4200", 500000 isk "5000".
 */
export function toDecimal(money: Money): string {
  const { digits, shown } = getFormat(money.currency);
  const sign = money.amountMinor < 0 ? '-' : '';
  const text = String(Math.abs(money.amountMinor)).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const fraction = text.slice(text.length - digits);
  // A fraction that should not exist is shown rather than lost.
  const isShown = shown > 0 || Number(fraction) > 0;
  return digits > 0 && isShown ? `${sign}${whole}.${fraction}` : sign + whole;
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
 * Formats an amount for a locale.
 * @param locale BCP 47, e.g. "de-DE"
 */
export function formatMoney(money: Money, locale: string): string {
  const decimal = toDecimal(money);
  const digits = decimal.split('.')[1]?.length ?? 0;
  return moneyFormat(locale, money.currency, digits).format(decimal as Intl.StringNumericLiteral);
}

let lastFormat: { readonly key: string; readonly format: Intl.NumberFormat } | undefined;

/** The last format is kept: the lines of a cart use the same, and creating one takes longer than using it. */
function moneyFormat(locale: string, currency: string, digits: number): Intl.NumberFormat {
  const key = `${locale} ${currency} ${digits}`;
  if (lastFormat?.key !== key) {
    const format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    lastFormat = { key, format };
  }
  return lastFormat.format;
}

export function isSameMoney(a: Money, b: Money): boolean {
  return a.amountMinor === b.amountMinor && a.currency === b.currency;
}
