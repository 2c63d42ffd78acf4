// Parts that several operations of a session and its views share; not for use outside this package.
import { z } from 'zod';
import { amountMinor, currency, jsonObject, timestamp } from './common.ts';

export const PUBLISHABLE_KEY = 'pk_test_4q7m2x9k5n8w1r6bzd2hj7egfa0c3s5t8v6yqp';

export const cartSnapshot = jsonObject.meta({
  description: 'The cart as the merchant sees it, returned as it was given.',
  example: { lines: [{ name: 'Filter coffee, 1 kg', quantity: 2, amount_minor: 4200 }] },
});

export const expiresAt = timestamp.meta({
  description: 'When the session ends unless it is paid. RFC 3339, UTC.',
  example: '2030-01-31T09:30:00.000Z',
});

export const integrationMode = z
  .literal('elements')
  .meta({ description: 'How the payer page is built.', example: 'elements' });

export const charge = { amount_minor: amountMinor, currency };
export const withCart = { cart_snapshot: cartSnapshot };
export const requestedFields = z.object(charge);
export const quoteFields = requestedFields.extend({
  observed_at: timestamp.meta({ description: 'When it was observed. RFC 3339, UTC.' }),
});
export const finalFields = requestedFields.extend({
  finalized_at: timestamp.meta({ description: 'When it came to bind. RFC 3339, UTC.' }),
});
export const requestedMeta = {
  description: 'The charge of the current cart, as the merchant set it.',
};
export const quoteMeta = { description: 'The newest charge observed for the cart.' };
export const finalMeta = {
  description: 'The charge that binds the payer now; once money is taken, what was taken.',
};

export const idempotencyKey = z.string().nullable().meta({
  description: 'The idempotency-key it was created with.',
  example: 'order-A-1042',
});
