import { commercialModes } from '@parley/domain';
import { z } from 'zod';
import { sessionIdParameter, timestamp, versionInput } from './common.ts';

export const bindProviderInput = z.strictObject({
  id: sessionIdParameter,
  provider_checkout_session_id: z
    .string()
    .min(1, 'must not be empty')
    .max(255, 'must be at most 255 characters')
    .meta({
      description: 'The id of the checkout session at the provider.',
      example: 'cs_test_a1b2c3',
    }),
  psp: z
    .string()
    .min(1, 'must not be empty')
    .max(32, 'must be at most 32 characters')
    .meta({ description: 'The provider: only "provider" is supported.', example: 'provider' }),
  commercial_mode: z
    .enum(commercialModes)
    .optional()
    .meta({ description: 'one_time if left out.', example: 'one_time' }),
  expected_cart_version: versionInput
    .optional()
    .meta({ description: 'The cart_version the checkout session was made for.', example: 1 }),
});

export const bindProviderOutput = z
  .object({
    provider_checkout_session_id: z.string().meta({
      description: 'The id of the checkout session at the provider.',
      example: 'cs_test_a1b2c3',
    }),
    proxy_session_id: sessionIdParameter,
    psp: z.string().meta({ description: 'The provider.', example: 'provider' }),
    updated_at: timestamp,
  })
  .meta({ id: 'ProviderBinding', description: 'Which checkout session belongs to the session.' });
