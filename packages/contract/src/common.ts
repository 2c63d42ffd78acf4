import {
  type IdPrefix,
  idPattern,
  isCurrency,
  isEmailAddress,
  limits,
  MAX_AMOUNT_MINOR,
  MAX_EMAIL_LENGTH,
  MAX_OVERLAP_DAYS,
  toBuyerReference,
} from '@parley/domain';
import { z } from 'zod';

/** SHA-256 of `{"automatic_payment_methods":{"enabled":true},"type":"payment_intent"}`. */
const FINGERPRINT_SHA256 = '4e6344824ace2c5a5f145f0d50d3c9ca61a5252cf0125c81511d0f538d7d470b';
/** SHA-256 of `{"amount":4200,"currency":"eur","id":"pi_3Q0LbD2eZvKYlo2C1x8Gk5pR","object":"payment_intent"}`. */
export const EVIDENCE_SHA256 = '2d117b3ee71a5fcc7d3a2d557e77cd7c91c9e54d55e3cbff684038b29066bad9';

/** An id parameter. The pattern is documented, not validated: a malformed id is not found. */
const idParameter = (prefix: IdPrefix, description: string, example: string) =>
  z.string().meta({ description, pattern: idPattern(prefix).source, example });

export const sessionIdParameter = idParameter(
  'psess',
  'The id of a session of this merchant and mode.',
  'psess_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
);
/** The id of the attempt in examples. */
const ATTEMPT_ID = 'pspacq_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0';

export const attemptIdParameter = idParameter(
  'pspacq',
  'The id of an acquisition attempt of this session.',
  ATTEMPT_ID,
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

/** The error message for a value that is missing or has the wrong type. */
const requiredType = (what: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? `is required and must be ${what}` : `must be ${what}`;

const minorUnits =
  'Amount in minor units of the currency, as the provider has them: 4200 is €42.00 or ¥4200, and KWD 4.200. isk and ugx have two digits, always 00: 500000 is ISK 5,000. mga has none: 5000 is MGA 5,000.';

const minorUnitsInput = z
  .int({ error: requiredType('a whole number of minor units') })
  .min(0, 'must be 0 or more')
  .max(MAX_AMOUNT_MINOR, `must be at most ${MAX_AMOUNT_MINOR}`);

/** An amount in minor units in a request. */
export const amountMinorInput = minorUnitsInput.meta({ description: minorUnits, example: 4200 });

/** Without an example, because it is only for `provider_finalized` pricing. */
export const merchandiseSubtotalInput = minorUnitsInput.optional().meta({
  description:
    'The merchandise in minor units, without amounts that the provider adds. Set it with pricing_mode provider_finalized; with fixed, no payment is compared with it.',
});

/** The amount of a charge in a request. The operation checks the limits of the currency. */
export const chargedAmountInput = amountMinorInput.meta({
  description: `${minorUnits} It is 0 if nothing is due, or an amount that the provider can charge: at least its minimum, such as 50 for eur and usd, 30 for gbp and 300 for sek; at most 99999999, and more in cop, huf, idr, inr, jpy and lbp; a multiple of 100 in isk and ugx, and of 10 in bhd, jod, kwd, omr and tnd. Other amounts, and currencies that the provider does not charge, such as irr and usn, are refused with invalid_request.`,
  example: 4200,
});

export const amountMinor = z.int().meta({ description: minorUnits, example: 4200 });

/** Accepted in any case and converted to lowercase. */
export const currencyInput = z
  .string()
  .regex(/^[A-Za-z]{3}$/, 'must be three letters')
  .toLowerCase()
  .refine(isCurrency, 'must be an active ISO 4217 currency code, such as eur')
  .meta({ description: 'ISO 4217 code, in any case.', example: 'eur' });

export const currency = z
  .string()
  .meta({ description: 'ISO 4217 code, lowercase.', example: 'eur' });

/** A version number that a caller expects to be current. */
export const versionInput = z
  .int({ error: requiredType('a whole number') })
  .min(1, 'must be 1 or more')
  .max(MAX_AMOUNT_MINOR, `must be at most ${MAX_AMOUNT_MINOR}`);

/** The page size of a list. */
export const limitInput = z
  .int({ error: 'must be a whole number from 1 to 100' })
  .min(1, 'must be 1 or more')
  .max(100, 'must be at most 100')
  .meta({ description: 'Maximum number of results, 1 to 100. Defaults to 20.', example: 20 });

export const cursorInput = z
  .string()
  .meta({ description: 'The next_cursor of the previous page.' });

/** The parameters of a list that is read page by page. */
export const pageInput = { limit: limitInput.default(20), cursor: cursorInput.optional() };

/** The pagination fields of a list. */
export const pageFields = {
  has_more: z.boolean().meta({ description: 'Whether another page follows.', example: false }),
  next_cursor: z
    .string()
    .nullable()
    .meta({ description: 'The cursor of the next page; null on the last page.', example: null }),
};

/** A page of a list, newest first. */
export const definePage = <Item extends z.ZodType>(item: Item, id: string, description: string) =>
  z
    .object({ data: z.array(item).meta({ description: 'Newest first.' }), ...pageFields })
    .meta({ id, description });

export const sha256Hex = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be exactly 64 lowercase hex characters')
  .meta({ example: FINGERPRINT_SHA256 });

export const timestamp = z.string().meta({
  description: 'RFC 3339 timestamp in UTC with milliseconds.',
  example: '2026-11-20T09:30:00.000Z',
});

export const nullableTimestamp = (description: string, example: string | null = null) =>
  timestamp.nullable().meta({ description: `${description} RFC 3339, UTC.`, example });
export const nullableString = (description: string, example: string | null = null) =>
  z.string().nullable().meta({ description, example });

const MAX_OVERLAP_SECONDS = MAX_OVERLAP_DAYS * 24 * 60 * 60;

/** How long a replaced key or secret remains valid, in seconds. */
export const overlapSeconds = z
  .int({ error: 'must be a whole number of seconds' })
  .min(0, 'must be 0 or more')
  .max(MAX_OVERLAP_SECONDS, `must be at most ${MAX_OVERLAP_SECONDS} (${MAX_OVERLAP_DAYS} days)`);

/** A reason of an attempt: a code of Parley or the provider. */
export const attemptReason = z
  .string()
  .regex(/^[!-~]{1,255}$/, 'must be a code of at most 255 characters, such as payment_declined');

/** The merchant's reference of a buyer, in requests that store or search it. */
export const buyerReferenceInput = z
  .string()
  .min(1, 'must not be empty')
  .overwrite(toBuyerReference);

/** What a person searches for: an id, an email, or a reference of the merchant. */
export const searchInput = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(500, 'must be at most 500 characters')
  .refine((text) => !text.includes('\0'), 'must not contain the null character');

/** The id of an object at the provider, often pasted. */
export const providerIdInput = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(255, 'must be at most 255 characters');

/** A JSON object with arbitrary keys and values. */
export const jsonObject = z.record(z.string(), z.unknown());

export const metadata = jsonObject.meta({
  description: 'Your own keys and values, returned unchanged.',
  example: { order_id: 'A-1042' },
});

const { maximum: MAX_METADATA_KEYS, advice } = limits.metadata_keys;

export const metadataInput = metadata
  .refine(
    (value) => Object.keys(value).length <= MAX_METADATA_KEYS,
    `must have at most ${MAX_METADATA_KEYS} keys (limit metadata_keys). ${advice.replace(/\.$/, '')}`,
  )
  .meta({ maxProperties: MAX_METADATA_KEYS });

/** The email address of a contact. OpenAPI has no format for exactly this; idn-email includes it. */
export const emailAddressInput = z
  .string()
  .trim()
  .max(MAX_EMAIL_LENGTH, `must be at most ${MAX_EMAIL_LENGTH} characters`)
  .refine(isEmailAddress, 'must be an email address, such as ada@example.com')
  .meta({
    description: 'Email address. Its local part and domain may contain letters of any script.',
    example: 'ada@example.com',
    format: 'idn-email',
  });

export const contactInput = z
  .strictObject({
    email: emailAddressInput.optional(),
    phone: z
      .string()
      .min(1, 'must not be empty')
      .optional()
      .meta({ description: 'Phone number.', example: '+49 30 901820' }),
  })
  .meta({
    id: 'ContactInput',
    description: 'Contact details. Every field is optional.',
  });

export const contact = z
  .object({
    email: z
      .string()
      .nullable()
      .meta({ description: 'Email address.', example: 'ada@example.com' }),
    phone: z.string().nullable().meta({ description: 'Phone number.', example: '+49 30 901820' }),
  })
  .meta({ id: 'Contact', description: 'Contact details; unknown fields are null.' });

export type Contact = z.infer<typeof contact>;
