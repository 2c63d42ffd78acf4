import { randomUUID } from 'node:crypto';

interface Line {
  readonly name: string;
  readonly quantity: number;
  /** For the whole line. */
  readonly amount_minor: number;
}

export interface Order {
  /** Random, because anyone with the URL can view the order. */
  readonly id: string;
  readonly customer: string;
  readonly lines: readonly Line[];
  readonly amountMinor: number;
  readonly currency: string;
  /** Only a verified webhook changes the status. */
  status: 'awaiting_payment' | 'paid' | 'shipped';
  /** What happened to the order, oldest first. */
  readonly history: string[];
}

export const product = { name: 'Filter coffee “Morgenrot”, 1 kg', amountMinor: 2790 };
const MAX_QUANTITY = 10;

/** The shop's orders. They are in memory to keep the example short; a real shop stores them in its database. */
export function createOrders() {
  const orders = new Map<string, Order>();
  return {
    find: (id: string | undefined): Order | undefined => orders.get(id ?? ''),

    /** The price is the shop's own: a browser sends only what and how many. */
    create(quantityText: string | null): Order {
      const requested = Math.trunc(Number(quantityText));
      const quantity = Math.min(Math.max(requested || 1, 1), MAX_QUANTITY);
      const amountMinor = product.amountMinor * quantity;
      const order: Order = {
        id: randomUUID(),
        customer: 'guest',
        lines: [{ name: product.name, quantity, amount_minor: amountMinor }],
        amountMinor,
        currency: 'eur',
        status: 'awaiting_payment',
        history: ['The order was placed.'],
      };
      orders.set(order.id, order);
      return order;
    },
  };
}

/**
 * Moves an order to its next status, once.
 * In a database: `UPDATE orders SET status = $to WHERE id = $id AND status = $from`.
 */
export function advance(order: Order, from: Order['status'], to: Order['status'], entry: string) {
  if (order.status !== from) return;
  order.status = to;
  order.history.push(entry);
}
