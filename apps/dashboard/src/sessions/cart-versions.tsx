import { Amount, Timestamp, useMoney } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import type { Translator } from '#messages/translator.ts';
import { type Cart, compareCarts, type Line, type LineChange } from './cart-changes.ts';
import styles from './cart-versions.module.css';
import type { SessionTimeline } from './session-timeline.ts';

/** What each version of the cart changed, newest first, and which ones the provider confirmed. */
export function CartVersions({ carts, attempts }: Pick<SessionTimeline, 'carts' | 'attempts'>) {
  const t = useTranslations('sessionPage.cart');
  if (carts.length < 2) return null;
  const confirmed = new Set(attempts.map((attempt) => attempt.provider_confirmed_cart_version));
  return (
    <details>
      <summary className={styles.summary}>{t('versions', { count: carts.length })}</summary>
      <ol>
        {carts
          .map((cart, index) => (
            <Version
              before={carts[index - 1]}
              cart={cart}
              isConfirmed={confirmed.has(cart.cart_version)}
              key={cart.cart_version}
            />
          ))
          .reverse()}
      </ol>
    </details>
  );
}

interface VersionProps {
  readonly cart: Cart;
  readonly before: Cart | undefined;
  readonly isConfirmed: boolean;
}

function Version({ cart, before, isConfirmed }: VersionProps) {
  const t = useTranslations('sessionPage');
  const money = useMoney();
  const { cart_version: version, amount_minor: amountMinor, currency } = cart;
  return (
    <li className={styles.version}>
      <div className={styles.head}>
        <strong>{t('cart.version', { version })}</strong>
        {isConfirmed && <span className="muted">{t('cart.confirmed')}</span>}
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
              {describeChange({ t, money }, change, cart, before)}
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
}

function describeChange(
  { t, money }: ChangeTexts,
  { name, before, after }: LineChange,
  cart: Cart,
  earlier: Cart,
): string {
  const amountOf = ({ amountMinor }: Line, { currency }: Cart) =>
    amountMinor === null ? t('cart.noAmount') : money({ amountMinor, currency });
  if (!before || !after) {
    const line = before ?? after;
    if (!line) return name;
    return t(before ? 'cart.removed' : 'cart.added', {
      name,
      quantity: String(line.quantity),
      amount: amountOf(line, before ? earlier : cart),
    });
  }
  const quantity = { from: String(before.quantity), to: String(after.quantity) };
  const amount = { from: amountOf(before, earlier), to: amountOf(after, cart) };
  if (amount.from === amount.to) return t('cart.changedQuantity', { name, ...quantity });
  if (quantity.from === quantity.to) return t('cart.changedAmount', { name, ...amount });
  return t('cart.changedBoth', {
    name,
    ...quantity,
    amountFrom: amount.from,
    amountTo: amount.to,
  });
}
