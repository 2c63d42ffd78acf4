import { z } from 'zod';

/** The body of a create request, as the servers in this folder validate it. */
export const orderSchema = z.strictObject({
  amount_minor: z.int().positive(),
  currency: z.string().regex(/^[a-z]{3}$/),
  buyer_reference: z.string().min(1).max(200),
  cart_snapshot: z.strictObject({
    lines: z.array(
      z.strictObject({
        name: z.string(),
        quantity: z.int().positive(),
        amount_minor: z.int().nonnegative(),
      }),
    ),
  }),
  metadata: z.record(z.string(), z.string()),
});
