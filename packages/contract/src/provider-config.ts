import { z } from 'zod';
import {
  cursorInput,
  limitInput,
  pageFields,
  providerConfigIdParameter,
  timestamp,
} from './common.ts';

export const providerConfig = z
  .object({
    id: providerConfigIdParameter,
    psp: z.literal('provider').meta({ description: 'The external payment provider.' }),
    livemode: z.boolean().meta({
      description: 'Whether it takes real money, by the mode of your key.',
      example: false,
    }),
    status: z.enum(['inactive', 'active', 'retired']).meta({
      description:
        'active takes every new attempt; retired serves those it began; inactive never took one.',
      example: 'active',
    }),
    api_url: z
      .string()
      .meta({ description: "Origin of the provider's API.", example: 'https://api.stripe.com' }),
    account_id: z.string().nullable().meta({
      description: "The provider's own id of the account.",
      example: 'acct_1Q0LbD2eZvKYlo2C',
    }),
    publishable_key: z.string().meta({
      description: 'Goes to the browsers of payers.',
      example: 'pk_test_51Q0LbD2eZvKYlo2C',
    }),
    secret_key_last_four: z.string().nullable().meta({
      description: 'The end of the secret key, to tell keys apart.',
      example: '9fQx',
    }),
    webhook_secret_set: z.boolean().meta({
      description: 'Whether the events of the provider can be believed.',
      example: true,
    }),
    event_url: z.string().meta({
      description: 'Where the provider is to send its events: an endpoint to be added there.',
      example:
        'https://api.parley.example/provider_events/pspcfg_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
    }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'ProviderConfig', description: 'An account at the payment provider.' });
export type ProviderConfig = z.infer<typeof providerConfig>;

export const providerConfigOutput = z
  .object({ provider_config: providerConfig })
  .meta({ id: 'ProviderConfigAnswer', description: 'An account at the payment provider.' });

const key = (prefix: string, description: string, pattern: RegExp) =>
  z
    .string()
    .max(255, 'must be at most 255 characters')
    .regex(pattern, `must begin with ${prefix}`)
    .meta({ description });

const fields = {
  publishable_key: key(
    'pk_test_ or pk_live_',
    "The account's publishable key at the provider.",
    /^pk_(test|live)_\w+$/,
  ).meta({ example: 'pk_test_51Q0LbD2eZvKYlo2C' }),
  secret_key: key(
    'sk_test_, sk_live_, rk_test_ or rk_live_',
    "The account's secret key at the provider, or a restricted one. Kept sealed and never shown.",
    /^[sr]k_(test|live)_\w+$/,
  ).meta({ example: 'sk_test_51Q0LbD2eZvKYlo2C' }),
  webhook_secret: key(
    'whsec_',
    'The signing secret of the endpoint at the provider that sends to event_url. Kept sealed and never shown.',
    /^whsec_[\w+/=]+$/,
  ).meta({ example: 'whsec_C2FVsBQIhrscChlQIMV' }),
};

export const createProviderConfigInput = z.strictObject({
  publishable_key: fields.publishable_key,
  secret_key: fields.secret_key,
  webhook_secret: fields.webhook_secret.optional(),
  api_url: z.string().optional().meta({
    description: "Origin of the provider's API, one this service knows; the real one if left out.",
    example: 'https://api.stripe.com',
  }),
});
export type CreateProviderConfigInput = z.infer<typeof createProviderConfigInput>;

export const updateProviderConfigInput = z.strictObject({
  id: providerConfigIdParameter,
  publishable_key: fields.publishable_key.optional(),
  secret_key: fields.secret_key.optional(),
  webhook_secret: fields.webhook_secret.optional(),
});
export type UpdateProviderConfigInput = z.infer<typeof updateProviderConfigInput>;

export const providerConfigInput = z.strictObject({ id: providerConfigIdParameter });

export const listProviderConfigsInput = z.strictObject({
  limit: limitInput.default(20),
  cursor: cursorInput.optional(),
});

export const listProviderConfigsOutput = z
  .object({ data: z.array(providerConfig).meta({ description: 'Newest first.' }), ...pageFields })
  .meta({ id: 'ProviderConfigList', description: 'A page of accounts at the provider.' });
