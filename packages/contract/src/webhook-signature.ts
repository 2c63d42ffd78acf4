import { z } from 'zod';
import { endpointIdParameter } from './common.ts';

const MAX_HEADERS_LENGTH = 16 * 1024;
/** An event has at most 20 KiB; indentation makes it longer. */
const MAX_BODY_LENGTH = 64 * 1024;

const textOfAtMost = (length: number) =>
  z
    .string({
      error: ({ input }) =>
        input === undefined ? 'is required and must be a string' : 'must be a string',
    })
    .max(length, `must be at most ${length} characters`);

/** A webhook request that a developer received, as text. */
export const explainSignatureInput = z.strictObject({
  webhook_endpoint_id: endpointIdParameter,
  headers: textOfAtMost(MAX_HEADERS_LENGTH),
  body: textOfAtMost(MAX_BODY_LENGTH),
});
export type ExplainSignatureInput = z.infer<typeof explainSignatureInput>;

const bodyDifference = z.object({
  /** In characters. */
  offset: z.int(),
  sent: z.string(),
  received: z.string(),
});

/** Why the verification of a webhook succeeds or fails, without a secret or a signature. */
export const signatureExplanation = z.object({
  missing_headers: z.array(z.string()),
  /** Names in the text under which a library does not find the header. */
  renamed_headers: z.array(z.string()),
  /** Whether webhook-id is the id of an event of this merchant and mode. */
  is_event_known: z.boolean(),
  timestamp: z.object({
    state: z.enum(['missing', 'malformed', 'too_old', 'too_new', 'valid']),
    /** Negative for a timestamp in the future; null without one. */
    age_seconds: z.int().nullable(),
  }),
  /** Of each signature in webhook-signature, in its order. */
  signatures: z.array(z.enum(['malformed', 'unsupported_version', 'matched', 'not_matched'])),
  /** What signed; null if no secret of the merchant's endpoints did. */
  signed_by: z
    .object({
      secret: z.enum(['current', 'previous']),
      /** Null for the endpoint of the request. */
      other_endpoint: z.object({ id: endpointIdParameter, url: z.string() }).nullable(),
    })
    .nullable(),
  body: z.object({
    /** Null if neither a signature nor the event shows it. */
    change: z
      .enum([
        'unchanged',
        'emptied',
        'whitespace_added',
        'line_endings_changed',
        'reformatted',
        'encoded_as_json_string',
        'decoded_as_latin1',
        'edited',
      ])
      .nullable(),
    /** Where the received body begins to differ from the sent one; null unless the event is known. */
    difference: bodyDifference.nullable(),
  }),
  /** When the current secret of the endpoint was created. */
  secret_created_at: z.string(),
  /** Until when the previous secret signs too; null if there is none. */
  previous_signing_secret_expires_at: z.string().nullable(),
});
export type SignatureExplanation = z.infer<typeof signatureExplanation>;
