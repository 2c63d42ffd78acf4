'use client';

import { Menu, MenuItem } from '#components/menu.tsx';
import styles from './merchant-switcher.module.css';
import { openMerchant } from './open-merchant.ts';

interface MerchantSwitcherProps {
  readonly current: { readonly merchantId: string; readonly merchantName: string };
  readonly merchants: readonly { readonly id: string; readonly name: string }[];
}

/** The merchant that the pages show, and a menu of the person's others. */
export function MerchantSwitcher({ current, merchants }: MerchantSwitcherProps) {
  const others = merchants.filter(({ id }) => id !== current.merchantId);
  return (
    <Menu
      label="Merchants"
      onAction={(id) => openMerchant(String(id))}
      trigger={
        <>
          <span className={styles.name}>{current.merchantName}</span>
          <span className="unseen">, switch merchant</span>
        </>
      }
      triggerClassName={`${styles.current}`}
    >
      {others.map(({ id, name }) => (
        <MenuItem id={id} key={id}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
