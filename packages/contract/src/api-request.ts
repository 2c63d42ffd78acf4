// The request log, which only the dashboard reads, over RPC.
import { z } from 'zod';
import { apiKeyKinds } from './api-key.ts';
import { pageFields, pageInput } from './common.ts';

/** A request of an API key, without secrets and personal data. */
export const apiRequest = z.object({
  /** The x-request-id of its response. */
  id: z.string(),
  method: z.string(),
  /** The pattern, such as /v1/proxy_sessions/:id/cart. */
  route: z.string(),
  path: z.string(),
  /** 499 if the client did not wait for the response. */
  status: z.int(),
  error_code: z.string().nullable(),
  duration_ms: z.int(),
  api_key: z.object({ id: z.string(), kind: z.enum(apiKeyKinds) }),
  /** The IPv4 address or /64 network of the client; null for publishable keys, which payers use. */
  network: z.string().nullable(),
  idempotency_key: z.string().nullable(),
  /** Whether the response is that of an earlier request with the same idempotency key. */
  replayed: z.boolean(),
  proxy_session_id: z.string().nullable(),
  created_at: z.string(),
});
export type ApiRequest = z.infer<typeof apiRequest>;

const text = z.string().min(1, 'must not be empty').max(255, 'must be at most 255 characters');

export const listApiRequestsInput = z.strictObject({
  /** The x-request-id of one request. */
  request_id: text.optional(),
  /** The beginning of the path, such as /v1/proxy_sessions. */
  path: text.regex(/^\//, 'must begin with a slash').optional(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  /** A status, or a class of them. */
  status: z
    .string()
    .regex(/^[1-5](xx|\d\d)$/, 'must be a status such as 404, or a class such as 4xx')
    .optional(),
  api_key_id: text.optional(),
  proxy_session_id: text.optional(),
  idempotency_key: text.optional(),
  created_from: z.string().optional(),
  created_before: z.string().optional(),
  ...pageInput,
});
export type ListApiRequestsInput = z.infer<typeof listApiRequestsInput>;

export const listApiRequestsOutput = z.object({
  /** Newest first. */
  data: z.array(apiRequest),
  ...pageFields,
  /** The time of the last examined request, if the page ends there although it is not full. */
  examined_to: z.string().nullable(),
});

export const apiRequestInput = z.strictObject({ request_id: text });

export const apiRequestOutput = z.object({
  request: apiRequest.extend({
    /** The name is null for a key that no longer exists. */
    api_key: apiRequest.shape.api_key.extend({ name: z.string().nullable() }),
    /** Redacted parts of the request; null if it had none, or if they were erased. */
    query: z.unknown(),
    request_body: z.unknown(),
    /** Null for a read that succeeded. */
    response_body: z.unknown(),
  }),
});

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
