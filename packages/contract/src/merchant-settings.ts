import {
  brandColors,
  CORNER_RADII,
  limits,
  MAX_SUCCESS_TEXT_LENGTH,
  parseEmbeddingOrigin,
} from '@parley/domain';
import { z } from 'zod';
import { emailAddressInput, versionInput } from './common.ts';
import { merchantNameInput } from './name.ts';
import { destinationUrl } from './session-operations.ts';

const { maximum: MAX_ORIGINS } = limits.embedding_origins;
const MAX_URL_LENGTH = 2_048;
/** Seconds; checked by the database too. */
const MIN_LIFETIME = 300;
const MAX_LIFETIME = 30 * 24 * 60 * 60;

/** A string that `normalize` accepts, in the form that it returns. */
const normalized = (normalize: (text: string) => string | null, error: string) =>
  z
    .string()
    .trim()
    .transform((text, context) => {
      const value = normalize(text);
      if (value !== null) return value;
      context.issues.push({ code: 'custom', message: error, input: text });
      return z.NEVER;
    });

const urlError = `must be an https URL of at most ${MAX_URL_LENGTH} characters, such as https://shop.example/help`;

/** A link on the payer page: https, without the user information that hides the real host. */
const httpsUrl = z
  .string()
  .trim()
  .regex(/^https:\/\/[^\s\p{Cc}\p{Cf}/?#@\\]+([/?#][^\s\p{Cc}\p{Cf}]*)?$/iu, urlError)
  .pipe(z.url({ protocol: /^https$/, normalize: true, error: urlError }))
  .refine((url) => url.length <= MAX_URL_LENGTH, urlError);

const phone = z
  .string()
  .trim()
  .regex(/^\+?\d[\d ()./-]{3,28}\d$/, 'must be a phone number, such as +49 30 901820');

const lifetime = z
  .int({ error: 'must be a whole number of seconds' })
  .min(MIN_LIFETIME, `must be at least ${MIN_LIFETIME} seconds`)
  .max(MAX_LIFETIME, `must be at most ${MAX_LIFETIME} seconds`);

const accentColor = normalized(
  (text) => brandColors(text)?.background ?? null,
  'must be a color of six hexadecimal digits, such as #0b616d',
);

/** Lines of plain text. Browsers submit their ends as CR LF. Controls of direction are refused. */
const successText = z
  .string()
  .transform((text) => text.replaceAll(/\r\n?/g, '\n').trim())
  .pipe(
    z
      .string()
      .min(1, 'must contain text, or be null')
      .max(MAX_SUCCESS_TEXT_LENGTH, `must be at most ${MAX_SUCCESS_TEXT_LENGTH} characters`)
      .regex(
        /^(?:\n|[^\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069])*$/u,
        'must be plain text without control characters',
      ),
  );

const embeddingOrigins = z
  .array(
    normalized(
      parseEmbeddingOrigin,
      'must be origins such as https://shop.example, without paths and wildcards',
    ),
  )
  .transform((origins) => [...new Set(origins)])
  .refine((origins) => origins.length <= MAX_ORIGINS, `must be at most ${MAX_ORIGINS} origins`)
  .meta({
    description: `The origins of all pages that may frame the payer page, at most ${MAX_ORIGINS}: https, without paths and wildcards. None if empty.`,
    example: ['https://shop.example'],
  });

/** The origins that replace all present ones. */
export const replaceEmbeddingOriginsInput = z.strictObject({
  embedding_origins: embeddingOrigins,
});
export type ReplaceEmbeddingOriginsInput = z.infer<typeof replaceEmbeddingOriginsInput>;

export const embeddingOriginsOutput = z
  .object({
    embedding_origins: z.array(z.string()).meta({
      description: 'The origins of all pages that may frame the payer page, in both modes.',
      example: ['https://shop.example'],
    }),
  })
  .meta({ id: 'EmbeddingOrigins', description: 'The pages that may frame the payer page.' });
export type EmbeddingOriginsOutput = z.infer<typeof embeddingOriginsOutput>;

/** A change of the settings. What is missing stays as it is; null removes a value. */
export const updateMerchantSettingsInput = z.strictObject({
  expected_version: versionInput,
  name: merchantNameInput.optional(),
  support_email: z.string().trim().toLowerCase().pipe(emailAddressInput).nullable().optional(),
  support_url: httpsUrl.nullable().optional(),
  support_phone: phone.nullable().optional(),
  terms_url: httpsUrl.nullable().optional(),
  privacy_url: httpsUrl.nullable().optional(),
  accent_color: accentColor.nullable().optional(),
  corner_radius: z.literal(CORNER_RADII).nullable().optional(),
  success_text: successText.nullable().optional(),
  /** The content of the image in base64. */
  logo: z.base64('must be base64').nullable().optional(),
  embedding_origins: embeddingOrigins.optional(),
  default_payer_destination_url: destinationUrl.nullable().optional(),
  default_lifetime_seconds: lifetime.nullable().optional(),
  email_receipts: z.boolean().optional(),
});
export type UpdateMerchantSettingsInput = z.infer<typeof updateMerchantSettingsInput>;

export const merchantSettings = z.object({
  version: z.int(),
  name: z.string(),
  support_email: z.string().nullable(),
  support_url: z.string().nullable(),
  support_phone: z.string().nullable(),
  terms_url: z.string().nullable(),
  privacy_url: z.string().nullable(),
  /** #rrggbb */
  accent_color: z.string().nullable(),
  /** Pixels. */
  corner_radius: z.literal(CORNER_RADII).nullable(),
  /** Plain text that payers see after the payment, in lines. */
  success_text: z.string().nullable(),
  logo: z
    .object({
      /** SHA-256, lowercase hex. */
      hash: z.string(),
      content_type: z.string(),
      /** Base64. */
      content: z.string(),
    })
    .nullable(),
  embedding_origins: z.array(z.string()),
  default_payer_destination_url: z.string().nullable(),
  default_lifetime_seconds: z.int().nullable(),
  /** Whether Parley emails receipts to the payers of new sessions. */
  email_receipts: z.boolean(),
});
export type MerchantSettingsView = z.infer<typeof merchantSettings>;
