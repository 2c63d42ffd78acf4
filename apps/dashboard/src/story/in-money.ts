import { money } from '@parley/ui/money';

/** A sentence with its amounts in minor units, "4200 eur", as a person reads them. */
export function inMoney(sentence: string): string {
  return sentence.replace(/\b(\d{1,15}) ([a-z]{3})\b/g, (_, minor: string, currency: string) =>
    money({ amountMinor: Number(minor), currency }),
  );
}
