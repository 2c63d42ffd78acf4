/** The body of a create request. */
export const order = {
  amount_minor: 4200,
  currency: 'eur',
  buyer_reference: 'customer_8412',
  cart_snapshot: { lines: [{ name: 'Filter coffee, 1 kg', quantity: 2, amount_minor: 2100 }] },
  metadata: { order: 'A-1042' },
};
