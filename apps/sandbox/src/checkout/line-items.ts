import type Stripe from 'stripe';
import { getId, newId } from '../store/kinds.ts';
import type { Tx } from '../store/tx.ts';

const FIRST_PAGE = 10;

export async function createLine(
  tx: Tx,
  price: Stripe.Price,
  quantity: number,
  metadata: Record<string, string>,
): Promise<Stripe.LineItem> {
  const product = await tx.read('product', getId(price.product) ?? '');
  const amount = (price.unit_amount ?? 0) * quantity;
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: product.data.name,
    metadata,
    price,
    quantity,
  };
}

/** The `line_items` field of an expanded session: the first page. */
export async function lineItemList(tx: Tx, session: Record<string, unknown>): Promise<unknown> {
  const id = String(session.id);
  const row = await tx.find('checkout.session', id);
  return linePage(id, row?.hidden.line_items ?? [], {});
}

export function linePage(
  session: string,
  lines: readonly Stripe.LineItem[],
  paging: { limit?: number | undefined; starting_after?: string | undefined },
) {
  const after = paging.starting_after
    ? lines.findIndex((line) => line.id === paging.starting_after) + 1
    : 0;
  const limit = paging.limit ?? FIRST_PAGE;
  return {
    object: 'list',
    data: lines.slice(after, after + limit),
    has_more: lines.length > after + limit,
    url: `/v1/checkout/sessions/${session}/line_items`,
  };
}
