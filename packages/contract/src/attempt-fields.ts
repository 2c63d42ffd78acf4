// Parts that several operations of an attempt share; not for use outside this package.
import { checkoutUiModes, directSubscriptionSources, integrationPaths } from '@parley/domain';
import { z } from 'zod';
import { amountMinorInput, sha256Hex, versionInput } from './common.ts';

export const EVIDENCE = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

export const subtotalInput = amountMinorInput.optional().meta({
  description: 'The merchandise alone, in minor units, without what the provider may add.',
});
export const expectedVersion = (example: number) =>
  versionInput.meta({ description: 'The version of the attempt as it was read last.', example });
export const integrationPathInput = z.enum(integrationPaths).meta({
  description: 'Which object of the provider is to collect the payment.',
  example: 'payment_intent',
});
export const checkoutUiModeInput = z
  .enum(checkoutUiModes)
  .optional()
  .meta({ description: 'Where the payer sees the checkout.' });
export const directSourceInput = z
  .enum(directSubscriptionSources)
  .optional()
  .meta({ description: 'Only with direct_subscription; setup_intent if left out.' });
export const fingerprintInput = sha256Hex.meta({
  description: 'SHA-256 of the options the provider object will be created with, lowercase hex.',
});

export const confirmationFields = {
  amount_minor: amountMinorInput,
  cart_version: versionInput.meta({
    description: 'The cart version the provider object represents.',
    example: 1,
  }),
  currency: z
    .string()
    .regex(/^[a-z]{3}$/, 'must be three lowercase letters')
    .meta({ description: 'ISO 4217 code, lowercase.', example: 'eur' }),
  evidence_sha256: sha256Hex.meta({
    description: 'SHA-256 of what proves it, e.g. of the provider object as it was read.',
    example: EVIDENCE,
  }),
  merchandise_subtotal_minor: subtotalInput,
};
