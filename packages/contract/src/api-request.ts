import { apiKeyKinds, idPattern } from '@parley/domain';
import { z } from 'zod';
import { nullableString, pageFields, pageInput, timestamp } from './common.ts';

const REQUEST_ID = 'req_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0';
const SESSION_ID = 'psess_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0';

/** A request of an API key, without secrets and personal data. */
export const apiRequest = z
  .object({
    id: z.string().meta({
      description: 'The x-request-id of the response.',
      pattern: idPattern('req').source,
      example: REQUEST_ID,
    }),
    method: z.string().meta({ description: 'The HTTP method.', example: 'PUT' }),
    route: z.string().meta({
      description: 'The pattern of the path.',
      example: '/v1/proxy_sessions/:id/cart',
    }),
    path: z.string().meta({
      description: 'The path without its query. Parts that are not ids of Parley are redacted.',
      example: `/v1/proxy_sessions/${SESSION_ID}/cart`,
    }),
    status: z.int().meta({
      description: 'The status of the response; 499 if the client did not wait for it.',
      example: 409,
    }),
    error_code: nullableString('The code of the error; null without one.', 'cart_version_conflict'),
    duration_ms: z.int().meta({
      description: 'Milliseconds from the start of the request to the end of the response.',
      example: 12,
    }),
    api_key: z
      .object({
        id: z.string().meta({
          description: 'The id of the key.',
          example: 'key_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
        }),
        kind: z.enum(apiKeyKinds).meta({ description: 'The kind of the key.', example: 'secret' }),
      })
      .meta({ description: 'The key that sent the request.' }),
    network: nullableString(
      'The IPv4 address or /64 network of the client; null for publishable keys, which payers use.',
      '203.0.113.9',
    ),
    idempotency_key: nullableString(
      'The idempotency key; null without one. An API key sees only its own.',
      'order-A-1042',
    ),
    replayed: z.boolean().meta({
      description:
        'Whether the response is that of an earlier request with the same idempotency key.',
      example: false,
    }),
    proxy_session_id: nullableString(
      'The session that the request is about; null without one.',
      SESSION_ID,
    ),
    created_at: timestamp,
  })
  .meta({ id: 'ApiRequest', description: 'A request of an API key, without its contents.' });
export type ApiRequest = z.infer<typeof apiRequest>;

const text = z.string().min(1, 'must not be empty').max(255, 'must be at most 255 characters');

export const listApiRequestsInput = z.strictObject({
  request_id: text.optional().meta({
    description: 'Returns only the request with this x-request-id.',
    example: REQUEST_ID,
  }),
  path: text.regex(/^\//, 'must begin with a slash').optional().meta({
    description: 'Returns only requests whose path begins with this.',
    example: '/v1/proxy_sessions',
  }),
  method: z
    .enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
    .optional()
    .meta({ description: 'Returns only requests with this method.', example: 'POST' }),
  status: z
    .string()
    .regex(/^[1-5](xx|\d\d)$/, 'must be a status such as 404, or a class such as 4xx')
    .optional()
    .meta({
      description: 'Returns only requests with this status, or with a class such as 4xx.',
      example: '4xx',
    }),
  api_key_id: text
    .optional()
    .meta({ description: 'Returns only requests of the API key with this id.' }),
  proxy_session_id: text
    .optional()
    .meta({ description: 'Returns only requests about the session with this id.' }),
  idempotency_key: text
    .optional()
    .meta({ description: 'Returns only requests with this idempotency key.' }),
  created_from: z.string().optional().meta({
    description: 'Returns only requests at or after this RFC 3339 timestamp.',
    example: '2026-11-20T00:00:00Z',
  }),
  created_before: z.string().optional().meta({
    description: 'Returns only requests before this RFC 3339 timestamp.',
    example: '2026-11-21T00:00:00Z',
  }),
  ...pageInput,
});
export type ListApiRequestsInput = z.infer<typeof listApiRequestsInput>;

export const listApiRequestsOutput = z
  .object({
    data: z.array(apiRequest).meta({ description: 'Newest first.' }),
    ...pageFields,
    examined_to: timestamp.nullable().meta({
      description:
        'The time of the last examined request, if the page ends there although it is not full; otherwise null.',
      example: null,
    }),
  })
  .meta({ id: 'ApiRequestList', description: 'A page of the request log.' });

export const apiRequestInput = z.strictObject({
  request_id: text.meta({
    description: 'The x-request-id of a request of this merchant and mode.',
    pattern: idPattern('req').source,
    example: REQUEST_ID,
  }),
});

const content = (description: string, example: Readonly<Record<string, unknown>>) =>
  z.unknown().meta({
    description: `${description} Values that may be private are redacted.`,
    example,
  });

export const apiRequestOutput = z
  .object({
    request: apiRequest
      .extend({
        api_key: apiRequest.shape.api_key.extend({
          name: nullableString('The name of the key; null if it no longer exists.', 'Server'),
        }),
        query: content('The query; null without one.', { limit: '10' }),
        request_body: content('The body of the request; null without one.', { amount_minor: 4200 }),
        response_body: content('The body of the response; null for a read that succeeded.', {
          status: 'created',
        }),
      })
      .meta({ id: 'ApiRequestDetails', description: 'A request with its redacted contents.' }),
  })
  .meta({ id: 'ApiRequestResponse', description: 'A request of the request log.' });

export const idempotencyKeyInput = z.strictObject({ idempotency_key: text });

/** The outcome of an idempotency key at one path. */
export const idempotencyOutcome = z.object({
  method: z.string(),
  /** Without /v1. */
  path: z.string(),
  /**
   * stored: a repeated request gets the stored response. not_stored: no request with the key has a
   * final outcome, and a repeated request is executed.
   */
  state: z.enum(['stored', 'not_stored']),
  /** Of the stored response, or of the latest request. */
  status: z.int(),
  error_code: z.string().nullable(),
  /** The request that was executed first; null if it is not in the request log. */
  first_request_id: z.string().nullable(),
  created_at: z.string(),
  /** When the stored response is deleted; null if none is stored. */
  expires_at: z.string().nullable(),
});
export type IdempotencyOutcome = z.infer<typeof idempotencyOutcome>;

export const idempotencyKeyOutput = z.object({ data: z.array(idempotencyOutcome) });
