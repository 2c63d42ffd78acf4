import { Amount, Timestamp, useMoney } from '@parley/ui/components';
import { useLocale, useTranslations } from 'next-intl';
import type { Translator } from '#messages/translator.ts';
import {
  type Cart,
  compareCarts,
  formatQuantity,
  type Line,
  type LineChange,
} from './cart-changes.ts';
import { CartConfirmations } from './cart-confirmations.tsx';
import styles from './cart-versions.module.css';
import type { Attempt, SessionTimeline } from './session-timeline.ts';

/** What each version of the cart changed, newest first, and which ones the provider confirmed. */
export function CartVersions({ timeline }: { readonly timeline: SessionTimeline }) {
  const t = useTranslations('sessionPage.cart');
  const { carts, attempts, has_more: hasMore } = timeline;
  if (carts.length < 2) return null;
  return (
    <details>
      <summary className={styles.summary}>{t('versions', { count: carts.length })}</summary>
      <ol>
        {carts
          .map((cart, index) => (
            <Version
              attempts={attempts}
              before={carts[index - 1]}
              cart={cart}
              key={cart.cart_version}
            />
          ))
          .reverse()}
      </ol>
      {hasMore.carts && <p className="muted">{t('truncated', { count: carts.length })}</p>}
    </details>
  );
}

interface VersionProps {
  readonly cart: Cart;
  readonly before: Cart | undefined;
  readonly attempts: readonly Attempt[];
}

function Version({ cart, before, attempts }: VersionProps) {
  const t = useTranslations('sessionPage');
  const money = useMoney();
  const locale = useLocale();
  const { cart_version: version, amount_minor: amountMinor, currency } = cart;
  return (
    <li className={styles.version}>
      <div className={styles.head}>
        <strong>{t('cart.version', { version })}</strong>
        <CartConfirmations attempts={attempts} version={version} />
        <span className="small">
          <Timestamp at={cart.created_at} />
        </span>
        <span className={styles.total}>
          <Amount amountMinor={amountMinor} currency={currency} />
        </span>
      </div>
      {before && (
        <ul>
          {compareCarts(before, cart).map((change, index) => (
            <li key={`${index} ${change.name}`}>
              {describeChange({ t, money, locale }, change, cart, before)}
            </li>
          ))}
          {before.lines.length + cart.lines.length === 0 && (
            <li className="muted">{t('cart.notComparable')}</li>
          )}
        </ul>
      )}
    </li>
  );
}

interface ChangeTexts {
  readonly t: Translator<'sessionPage'>;
  readonly money: ReturnType<typeof useMoney>;
  readonly locale: string;
}

function describeChange(
  { t, money, locale }: ChangeTexts,
  { name, before, after }: LineChange,
  cart: Cart,
  earlier: Cart,
): string {
  const getAmount = ({ amountMinor }: Line, { currency }: Cart) =>
    amountMinor === null ? t('cart.noAmount') : money({ amountMinor, currency });
  if (!before || !after) {
    const line = before ?? after;
    if (!line) return name;
    return t(before ? 'cart.removed' : 'cart.added', {
      name,
      quantity: formatQuantity(line, locale),
      amount: getAmount(line, before ? earlier : cart),
    });
  }
  const quantity = { from: formatQuantity(before, locale), to: formatQuantity(after, locale) };
  const amount = { from: getAmount(before, earlier), to: getAmount(after, cart) };
  if (amount.from === amount.to) return t('cart.changedQuantity', { name, ...quantity });
  if (quantity.from === quantity.to) return t('cart.changedAmount', { name, ...amount });
  return t('cart.changedBoth', {
    name,
    ...quantity,
    amountFrom: amount.from,
    amountTo: amount.to,
  });
}
