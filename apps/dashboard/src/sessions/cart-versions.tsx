import { Amount, Timestamp } from '@parley/ui/components';
import { money } from '@parley/ui/money';
import { type Cart, compareCarts, type Line, type LineChange } from './cart-changes.ts';
import styles from './cart-versions.module.css';
import type { SessionTimeline } from './session-timeline.ts';

/** What each version of the cart changed, newest first, and which ones the provider confirmed. */
export function CartVersions({ carts, attempts }: Pick<SessionTimeline, 'carts' | 'attempts'>) {
  if (carts.length < 2) return null;
  const confirmed = new Set(attempts.map((attempt) => attempt.provider_confirmed_cart_version));
  return (
    <details>
      <summary className={styles.summary}>{`Versions, ${carts.length}`}</summary>
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
  const { cart_version: version, amount_minor: amountMinor, currency } = cart;
  return (
    <li className={styles.version}>
      <div className={styles.head}>
        <strong>Version {version}</strong>
        {isConfirmed && <span className="muted">Confirmed by the provider</span>}
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
            <li key={`${index} ${change.name}`}>{describeChange(change, cart, before)}</li>
          ))}
          {before.lines.length + cart.lines.length === 0 && (
            <li className="muted">This cart has no lines that can be compared.</li>
          )}
        </ul>
      )}
    </li>
  );
}

function describeChange({ name, before, after }: LineChange, cart: Cart, earlier: Cart): string {
  const quantity = (line: Line) => String(line.quantity);
  const amount = ({ amountMinor }: Line, { currency }: Cart) =>
    amountMinor === null ? 'no amount' : money({ amountMinor, currency });
  if (!before || !after) {
    const line = before ?? after;
    if (!line) return name;
    const facts = `${name}, quantity ${quantity(line)}, ${amount(line, before ? earlier : cart)}`;
    return before ? `Removed: ${facts}` : `Added: ${facts}`;
  }
  const differences = [
    ['quantity', quantity(before), quantity(after)],
    ['amount', amount(before, earlier), amount(after, cart)],
  ].flatMap(([fact, from, to]) => (from === to ? [] : [`${fact} from ${from} to ${to}`]));
  return `Changed: ${name}, ${differences.join(', ')}`;
}
