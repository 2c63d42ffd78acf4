import type { SessionStory } from '@parley/operations';
import { Amount } from '@parley/ui/components';
import { Section } from '../detail/section.tsx';
import styles from './cart.module.css';

function CartHead() {
  return (
    <thead>
      <tr>
        <th scope="col">Item</th>
        <th className={styles.number} scope="col">
          Quantity
        </th>
        <th className={styles.number} scope="col">
          Amount
        </th>
      </tr>
    </thead>
  );
}

/** What the merchant asked money for. */
export function Cart({ story: { session, lines } }: { readonly story: SessionStory }) {
  const { currency, amount_minor: total } = session.requested;
  const keyed = lines.map((line, index) => ({ ...line, key: `${index} ${line.name}` }));
  return (
    <Section title={session.cart_version > 1 ? `Cart, version ${session.cart_version}` : 'Cart'}>
      <table className={styles.cart}>
        {keyed.length > 0 && <CartHead />}
        <tbody>
          {keyed.map(({ key, name, quantity, amountMinor }) => (
            <tr key={key}>
              <td>{name}</td>
              <td className={styles.number}>{quantity}</td>
              <td className={styles.number}>
                {amountMinor === null ? (
                  '–'
                ) : (
                  <Amount amountMinor={amountMinor} currency={currency} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th colSpan={2} scope="row">
              Total
            </th>
            <td className={styles.number}>
              <Amount amountMinor={total} currency={currency} />
            </td>
          </tr>
        </tfoot>
      </table>
      <details className={styles.raw}>
        <summary>Snapshot as it was given</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
        <pre tabIndex={0}>{JSON.stringify(session.cart_snapshot, null, 2)}</pre>
      </details>
    </Section>
  );
}
