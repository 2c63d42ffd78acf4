import { type IdPrefix, idPattern, isCurrency, MAX_AMOUNT_MINOR } from '@parley/domain';
import { z } from 'zod';

/** Ids as parameters: documented with their pattern; one that does not fit simply is not found. */
const idParameter = (prefix: IdPrefix, what: string, example: string) =>
  z.string().meta({ description: what, pattern: idPattern(prefix).source, example });

export const sessionIdParameter = idParameter(
  'psess',
  'The id of a session of this merchant and mode.',
  'psess_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
);
export const attemptIdParameter = idParameter(
  'pspacq',
  'The id of an acquisition attempt of this session.',
  'pspacq_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
);

export const subscriptionIdParameter = idParameter(
  'psub',
  'The id of a subscription of this merchant and mode.',
  'psub_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
);

export const endpointIdParameter = idParameter(
  'whend',
  'The id of a webhook endpoint of this merchant and mode.',
  'whend_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
);
export const providerConfigIdParameter = idParameter(
  'pspcfg',
  'The id of a provider config of this merchant and mode.',
  'pspcfg_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
);
export const eventIdParameter = idParameter(
  'evt',
  'The id of an event of this merchant and mode.',
  'evt_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
);

/** What to say of a value that is missing or of the wrong type. */
const wanted = (what: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? 'is required' : `must be ${what}`;

/** Minor units on the way in: a whole number, nothing else. */
export const amountMinorInput = z
  .int({ error: wanted('a whole number of minor units') })
  .min(0, 'must be 0 or more')
  .max(MAX_AMOUNT_MINOR, `must be at most ${MAX_AMOUNT_MINOR}`)
  .meta({
    description: 'In minor units of the currency: 4200 is €42.00, or ¥4200.',
    example: 4200,
  });

export const amountMinor = z.int().meta({
  description: 'In minor units of the currency: 4200 is €42.00, or ¥4200.',
  example: 4200,
});

/** Taken in any case, kept in lowercase. */
export const currencyInput = z
  .string()
  .regex(/^[A-Za-z]{3}$/, 'must be three letters')
  .toLowerCase()
  .refine(isCurrency, 'must be an active ISO 4217 currency code, such as eur')
  .meta({ description: 'ISO 4217 code, in any case.', example: 'eur' });

export const currency = z
  .string()
  .meta({ description: 'ISO 4217 code, lowercase.', example: 'eur' });

/** A positive version number that a caller names to say what it has seen. */
export const versionInput = z
  .int({ error: wanted('a whole number') })
  .min(1, 'must be 1 or more')
  .max(MAX_AMOUNT_MINOR, `must be at most ${MAX_AMOUNT_MINOR}`);

/** How many of a list. */
export const limitInput = z
  .int({ error: 'must be a whole number from 1 to 100' })
  .min(1, 'must be 1 or more')
  .max(100, 'must be at most 100')
  .meta({ description: 'How many at most, 1 to 100; 20 if left out.', example: 20 });

export const cursorInput = z.string().meta({ description: 'next_cursor of the page before.' });

/** What stands beside the data of a page. */
export const pageFields = {
  has_more: z.boolean().meta({ description: 'Whether there is another page.', example: false }),
  next_cursor: z
    .string()
    .nullable()
    .meta({ description: 'Send it as cursor for the next page; null on the last.', example: null }),
};

export const sha256Hex = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be exactly 64 lowercase hex characters')
  .meta({ example: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9' });

export const timestamp = z
  .string()
  .meta({ description: 'RFC 3339, UTC, milliseconds.', example: '2026-11-20T09:30:00.000Z' });

/** A free JSON object: any keys, any values. */
export const jsonObject = z.record(z.string(), z.unknown());

export const metadataInput = jsonObject.meta({
  description: "The merchant's own keys and values, returned as they were given.",
  example: { order: 'A-1042' },
});

export const contactInput = z
  .strictObject({
    email: z
      .email('must be an e-mail address')
      .optional()
      .meta({ description: 'E-mail.', example: 'ada@example.com' }),
    phone: z
      .string()
      .min(1, 'must not be empty')
      .optional()
      .meta({ description: 'Telephone.', example: '+49 30 901820' }),
  })
  .meta({
    id: 'ContactInput',
    description: 'How to reach a person; each key may be left out.',
  });

export const contact = z
  .object({
    email: z.string().nullable().meta({ description: 'E-mail.', example: 'ada@example.com' }),
    phone: z.string().nullable().meta({ description: 'Telephone.', example: '+49 30 901820' }),
  })
  .meta({ id: 'Contact', description: 'How to reach a person; what is not known is null.' });

/** The output of an operation as its TypeScript type. */
export type Contact = z.infer<typeof contact>;
