'use client';

import { use } from 'react';
import { money, moneyColumn } from '../money.ts';
import styles from './amount.module.css';
import { Locale } from './locale.tsx';

interface AmountProps {
  /** Minor units. */
  readonly amountMinor: number;
  readonly currency: string;
}

/** An amount in a table column: aligned digits followed by the currency code. */
export function Amount({ amountMinor, currency }: AmountProps) {
  const locale = use(Locale);
  const charge = { amountMinor, currency };
  const column = moneyColumn(charge, locale);
  return (
    <span className={styles.amount} title={money(charge, locale)}>
      {column.digits} <span className={styles.currency}>{column.currency}</span>
    </span>
  );
}
