'use client';

import { createContext, use } from 'react';
import { money } from '../money.ts';

/** The language in which the viewer reads amounts and times. */
export const Locale = createContext('en');

/** Formats amounts in minor units in the viewer's language: "€42.00". */
export function useMoney(): (charge: Parameters<typeof money>[0]) => string {
  const locale = use(Locale);
  return (charge) => money(charge, locale);
}
