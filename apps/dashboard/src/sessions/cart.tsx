import { Amount } from '@parley/ui/components';
import dynamic from 'next/dynamic';
import { useLocale, useTranslations } from 'next-intl';
import details from '#details/detail-page.module.css';
import { RawText, Section } from '#details/detail-page.tsx';
import { formatQuantity } from './cart-changes.ts';
import { CartConfirmations } from './cart-confirmations.tsx';
import styles from './session-page.module.css';
import type { SessionTimeline } from './session-timeline.ts';

// Few carts have changed, and none of its parts needs a script to be read.
const CartVersions = dynamic(async () => (await import('./cart-versions.tsx')).CartVersions);

/** The items of a session and its requested total. */
export function Cart({ timeline }: { readonly timeline: SessionTimeline }) {
  const t = useTranslations('sessionPage.cart');
  const locale = useLocale();
  const { session } = timeline;
  const { currency, amount_minor: total } = session.requested;
  const items = timeline.lines.map((line, index) => ({ ...line, key: `${index} ${line.name}` }));
  return (
    <Section
      title={
        session.cart_version > 1 ? t('titleVersion', { version: session.cart_version }) : t('title')
      }
    >
      <table className={details.lines}>
        {items.length > 0 && <CartHead />}
        <tbody>
          {items.map(({ key, name, quantity, unit, unitAmountMinor, amountMinor }) => (
            <tr key={key}>
              <td>{name}</td>
              <td className={details.number}>
                {formatQuantity({ quantity, unit }, locale)}
                {unitAmountMinor !== null && quantity !== 1 && (
                  <>
                    {' × '}
                    <Amount amountMinor={unitAmountMinor} currency={currency} />
                  </>
                )}
              </td>
              <td className={details.number}>
                {amountMinor === null ? (
                  '–'
                ) : (
                  <Amount amountMinor={amountMinor} currency={currency} />
                )}
              </td>
            </tr>
          ))}
          {timeline.omitted_lines > 0 && (
            <tr>
              <td className="muted" colSpan={3}>
                {t('omitted', { count: timeline.omitted_lines })}
              </td>
            </tr>
          )}
        </tbody>
        <tfoot>
          {sumRows(timeline.cart_sums, total).map(([label, amountMinor]) => (
            <tr key={label}>
              <th colSpan={2} scope="row">
                {t(label)}
              </th>
              <td className={details.number}>
                <Amount amountMinor={amountMinor} currency={currency} />
              </td>
            </tr>
          ))}
        </tfoot>
      </table>
      {timeline.carts.length < 2 ? (
        <p className={styles.confirmations}>
          <CartConfirmations attempts={timeline.attempts} version={session.cart_version} />
        </p>
      ) : (
        <CartVersions timeline={timeline} />
      )}
      <details className={styles.snapshot}>
        <summary>{t('snapshot')}</summary>
        <RawText label={t('snapshotLabel')} text={JSON.stringify(session.cart_snapshot, null, 2)} />
      </details>
    </Section>
  );
}

/** How the total results from the items, as the payer sees it, in minor units. */
function sumRows(sums: SessionTimeline['cart_sums'], total: number) {
  const added = [
    ['tax', sums?.tax_minor ?? 0],
    ['shipping', sums?.shipping_minor ?? 0],
    ['discount', -(sums?.discount_minor ?? 0)],
  ] as const;
  const shown = added.filter(([, amountMinor]) => amountMinor !== 0);
  const subtotal = sums && shown.length > 0 ? [['subtotal', sums.subtotal_minor] as const] : [];
  return [...subtotal, ...shown, ['total', total] as const];
}

function CartHead() {
  const t = useTranslations('sessionPage.cart');
  return (
    <thead>
      <tr>
        <th scope="col">{t('item')}</th>
        <th className={details.number} scope="col">
          {t('quantity')}
        </th>
        <th className={details.number} scope="col">
          {t('amount')}
        </th>
      </tr>
    </thead>
  );
}
