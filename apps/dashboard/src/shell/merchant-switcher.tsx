'use client';

import { useTranslations } from 'next-intl';
import { Menu, MenuItem } from '#components/menu.tsx';
import { unseen } from '#components/unseen.tsx';
import { openMerchant } from '#merchants/open-merchant.ts';
import styles from './merchant-switcher.module.css';

interface MerchantSwitcherProps {
  readonly current: { readonly merchantId: string; readonly merchantName: string };
  readonly merchants: readonly { readonly id: string; readonly name: string }[];
}

/** The merchant that the pages show, and a menu of the person's others. */
export function MerchantSwitcher({ current, merchants }: MerchantSwitcherProps) {
  const t = useTranslations('shell');
  const others = merchants.filter(({ id }) => id !== current.merchantId);
  return (
    <Menu
      label={t('merchants')}
      onAction={(id) => openMerchant(String(id))}
      trigger={t.rich('switchMerchant', {
        name: () => <span className={styles.name}>{current.merchantName}</span>,
        unseen,
      })}
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
