// Fields shared by session operations and views. Not exported from the package.
import { z } from 'zod';
import { amountMinor, currency, jsonObject, timestamp } from './common.ts';

export const PUBLISHABLE_KEY = 'pk_test_4q7m2x9k5n8w1r6bzd2hj7egfa0c3s5t8v6yqp';

export const cartSnapshot = jsonObject.meta({
  description:
    'Your representation of the cart, returned unchanged; an empty object after its retention period. Pages show the items that they recognize in it: `lines` with `name`, `quantity`, `unit` and `unit_amount_minor` or `amount_minor`, and the shapes of Stripe, Shopify and Medusa; `tax_minor`, `shipping_minor` and `discount_minor` too if they add up to the amount.',
  example: { lines: [{ name: 'Filter coffee, 1 kg', quantity: 2, amount_minor: 4200 }] },
});

export const expiresAt = timestamp.meta({
  description: 'When the session expires unless it is paid. RFC 3339, UTC.',
  example: '2030-01-31T09:30:00.000Z',
});

export const integrationMode = z
  .literal('elements')
  .meta({ description: 'Always elements. It has no effect.', example: 'elements' });

export const charge = { amount_minor: amountMinor, currency };
export const withCart = { cart_snapshot: cartSnapshot };
export const requestedFields = z.object(charge);
export const quoteFields = requestedFields.extend({
  observed_at: timestamp.meta({ description: 'When the charge was observed. RFC 3339, UTC.' }),
});
export const finalFields = requestedFields.extend({
  finalized_at: timestamp.meta({ description: 'When the charge became binding. RFC 3339, UTC.' }),
});
export const requestedMeta = {
  description: 'The charge of the current cart as requested by the merchant.',
};
export const quoteMeta = { description: 'The latest charge observed for the cart.' };
export const finalMeta = {
  description: 'The binding charge for the payer; after a payment, the charge that was taken.',
};

export const idempotencyKey = z.string().nullable().meta({
  description: 'The idempotency-key of the creating request.',
  example: 'order-A-1042',
});
