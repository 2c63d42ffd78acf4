import { z } from 'zod';
import {
  definePage,
  nullableTimestamp,
  overlapSeconds,
  pageInput,
  providerConfigIdParameter,
  timestamp,
} from './common.ts';

export const providerConfig = z
  .object({
    id: providerConfigIdParameter,
    psp: z.literal('provider').meta({ description: 'The external payment provider.' }),
    livemode: z.boolean().meta({
      description: 'Whether the config belongs to live mode.',
      example: false,
    }),
    status: z.enum(['inactive', 'active', 'retired']).meta({
      description:
        'active: used for all new attempts. retired: finishes its existing attempts. inactive: has never been used.',
      example: 'active',
    }),
    api_url: z.string().meta({
      description: "The origin of the provider's API.",
      example: 'https://api.stripe.com',
    }),
    account_id: z.string().nullable().meta({
      description: "The provider's id of the account.",
      example: 'acct_1Q0LbD2eZvKYlo2C',
    }),
    publishable_key: z.string().meta({
      description: "The account's publishable key, used in the payer's browser.",
      example: 'pk_test_51Q0LbD2eZvKYlo2C',
    }),
    secret_key_last_four: z.string().nullable().meta({
      description: 'The last four characters of the secret key.',
      example: '9fQx',
    }),
    webhook_secret_set: z.boolean().meta({
      description: 'Whether webhook_secret is set, which is required to verify provider events.',
      example: true,
    }),
    previous_webhook_secret_expires_at: nullableTimestamp(
      'Until then, the signing secret that was replaced also verifies provider events. Null if none was replaced with an overlap, or the overlap has ended.',
      '2026-11-23T09:00:00.000Z',
    ),
    event_url: z.string().meta({
      description: 'The URL to add as a webhook endpoint at the provider.',
      example:
        'https://api.parley.example/provider_events/pspcfg_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
    }),
    last_event_at: nullableTimestamp(
      'When the provider last sent a verified event to event_url, to about a minute; null before the first one.',
      '2026-11-22T09:00:00.000Z',
    ),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'ProviderConfig', description: "A merchant's account at the payment provider." });
export type ProviderConfig = z.infer<typeof providerConfig>;

export const providerConfigOutput = z
  .object({ provider_config: providerConfig })
  .meta({ id: 'ProviderConfigResponse', description: 'A provider config.' });

/** A key or secret of the provider, often pasted. */
const key = (
  description: string,
  { start, prefix, characters = String.raw`\w`, named = 'letters, digits and _' }: KeyFormat,
) =>
  z
    .string()
    .trim()
    .max(255, 'must be at most 255 characters')
    .regex(new RegExp(`^${start}[${characters}]+$`), {
      error: ({ input }) =>
        new RegExp(`^${start}.`, 's').test(String(input))
          ? `must contain only ${named}`
          : `must begin with ${prefix}`,
    })
    .meta({ description });

interface KeyFormat {
  /** Source of a regular expression. */
  readonly start: string;
  /** What `start` accepts, for people. */
  readonly prefix: string;
  /** What follows, as the source of a character class. */
  readonly characters?: string;
  /** The characters of the whole, for people. */
  readonly named?: string;
}

const fields = {
  publishable_key: key("The account's publishable key at the provider.", {
    start: 'pk_(test|live)_',
    prefix: 'pk_test_ or pk_live_',
  }).meta({ example: 'pk_test_51Q0LbD2eZvKYlo2C' }),
  secret_key: key(
    "The account's secret or restricted key at the provider. It is encrypted and never returned.",
    { start: '[sr]k_(test|live)_', prefix: 'sk_test_, sk_live_, rk_test_ or rk_live_' },
  ).meta({ example: 'sk_test_51Q0LbD2eZvKYlo2C' }),
  webhook_secret: key(
    'The signing secret of the webhook endpoint at the provider that sends to event_url. It is encrypted and never returned.',
    {
      start: 'whsec_',
      prefix: 'whsec_',
      characters: String.raw`\w+/=`,
      named: 'letters, digits, _, +, / and =',
    },
  ).meta({ example: 'whsec_C2FVsBQIhrscChlQIMV' }),
};

export const createProviderConfigInput = z.strictObject({
  publishable_key: fields.publishable_key,
  secret_key: fields.secret_key,
  webhook_secret: fields.webhook_secret.optional(),
  api_url: z.string().optional().meta({
    description:
      "The origin of the provider's API. Must be an origin this service supports. Defaults to the provider's public API.",
    example: 'https://api.stripe.com',
  }),
});
export type CreateProviderConfigInput = z.infer<typeof createProviderConfigInput>;

export const updateProviderConfigInput = z.strictObject({
  id: providerConfigIdParameter,
  publishable_key: fields.publishable_key.optional(),
  secret_key: fields.secret_key.optional(),
  webhook_secret: fields.webhook_secret.optional(),
  webhook_secret_overlap_seconds: overlapSeconds
    .meta({
      description:
        'How long the replaced webhook_secret also verifies events; 0, the default, ends it at once. 0 without webhook_secret ends the overlap of the last replacement.',
      example: 86_400,
    })
    .optional(),
});
export type UpdateProviderConfigInput = z.infer<typeof updateProviderConfigInput>;

export const providerConfigInput = z.strictObject({ id: providerConfigIdParameter });

export const listProviderConfigsInput = z.strictObject(pageInput);
export type ListProviderConfigsInput = z.output<typeof listProviderConfigsInput>;

export const listProviderConfigsOutput = definePage(
  providerConfig,
  'ProviderConfigList',
  'A page of provider configs.',
);
