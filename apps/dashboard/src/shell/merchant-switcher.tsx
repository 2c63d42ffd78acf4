'use client';

import { switchMerchant } from '#account/actions.ts';
import styles from './merchant-switcher.module.css';

interface MerchantSwitcherProps {
  readonly current: { readonly merchantId: string; readonly merchantName: string };
  readonly merchants: readonly { readonly id: string; readonly name: string }[];
}

/** The merchant that the pages show, and a list of the person's others. */
export function MerchantSwitcher({ current, merchants }: MerchantSwitcherProps) {
  const others = merchants.filter(({ id }) => id !== current.merchantId);
  return (
    // A new key closes the list when the merchant changes.
    <details className={styles.switcher} key={current.merchantId}>
      <summary className={styles.current}>
        <span className={styles.name}>{current.merchantName}</span>
        <span className="unseen">, switch merchant</span>
      </summary>
      <form action={switchMerchant} className={styles.others}>
        {others.map(({ id, name }) => (
          <button className={styles.other} key={id} name="merchant" type="submit" value={id}>
            {name}
          </button>
        ))}
      </form>
    </details>
  );
}
