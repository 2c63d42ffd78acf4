import type { Subscription } from '@parley/contract';
import { CopyId } from '@parley/ui/components';
import { Section } from '../detail/section.tsx';
import styles from '../story/cart.module.css';
import { tellInterval } from './tell-subscription.ts';

/** What is paid for again and again. */
export function Items({ items }: { readonly items: Subscription['items'] }) {
  const keyed = items.map((item, index) => ({ item, key: `${index} ${item.provider_price_id}` }));
  return (
    <Section title={`Items, ${items.length}`}>
      {items.length === 0 && <p className="muted">None of a form that is known.</p>}
      {items.length > 0 && (
        <table className={styles.cart}>
          <thead>
            <tr>
              <th scope="col">Price</th>
              <th scope="col">Charged</th>
              <th className={styles.number} scope="col">
                Quantity
              </th>
            </tr>
          </thead>
          <tbody>
            {keyed.map(({ item, key }) => (
              <tr key={key}>
                <td>
                  <CopyId id={item.provider_price_id} label="price id" />
                  {item.provider_product_id && (
                    <p className="small">
                      of <CopyId id={item.provider_product_id} label="product id" />
                    </p>
                  )}
                </td>
                <td>
                  {tellInterval(item)}
                  {item.usage_type === 'metered' && ', by what was used'}
                </td>
                <td className={styles.number}>{item.quantity}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
