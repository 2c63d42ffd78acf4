import { z } from 'zod';
import {
  amountMinor,
  amountMinorInput,
  currency,
  currencyInput,
  sessionIdParameter,
  versionInput,
} from './common.ts';
import { cartSnapshot } from './session-fields.ts';

export const replaceCartInput = z.strictObject({
  id: sessionIdParameter,
  amount_minor: amountMinorInput,
  cart_snapshot: cartSnapshot,
  currency: currencyInput,
  expected_cart_version: versionInput.meta({
    description: 'The cart_version this replaces.',
    example: 1,
  }),
});

export const replaceCartOutput = z
  .object({
    amount_minor: amountMinor,
    cart_snapshot: cartSnapshot,
    cart_version: z.int().meta({ description: 'The version of the new cart.', example: 2 }),
    currency,
  })
  .meta({ id: 'ReplacedCart', description: 'The cart and charge as they stand now.' });
