import { money, moneyColumn } from '../money.ts';
import styles from './amount.module.css';

interface AmountProps {
  /** Minor units. */
  readonly amountMinor: number;
  readonly currency: string;
}

/** An amount for a column: digits under digits, the currency's code after them. */
export function Amount({ amountMinor, currency }: AmountProps) {
  const charge = { amountMinor, currency };
  const column = moneyColumn(charge);
  return (
    <span className={styles.amount} title={money(charge)}>
      {column.digits} <span className={styles.currency}>{column.currency}</span>
    </span>
  );
}
