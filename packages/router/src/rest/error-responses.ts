import { errorEnvelope } from '@parley/contract';
import { type ErrorCode, errorTable } from '@parley/domain';
import { z } from 'zod';
import type { Reference, Response, Schema } from './openapi.ts';
import { pascalCase } from './schemas.ts';

/** A response with at most this many codes becomes a named component of the document. */
const MAX_NAMED_CODES = 2;
const REQUEST_ID = 'req_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0';

const header = (name: string): Reference => ({ $ref: `#/components/headers/${name}` });
const requestId = { 'x-request-id': header('RequestId') };
const replayed = { 'Idempotent-Replayed': header('IdempotentReplayed') };
/** Errors with these statuses are stored under an idempotency key and replayed. */
const REPLAYED_STATUSES = [404, 409, 422];

/** The headers of a successful response. */
export const responseHeaders = (method: string): Response['headers'] =>
  method === 'get' ? requestId : { ...requestId, ...replayed };

export const headerComponents = {
  RequestId: {
    description:
      'The id of this request, also the request_id of an error. Include it when you contact support.',
    schema: { type: 'string', example: REQUEST_ID },
  },
  RetryAfter: {
    description: 'Seconds to wait before a retry.',
    schema: { type: 'integer', minimum: 0, example: 1 },
  },
  HelpLink: {
    description:
      'Present when the operator publishes documentation: the URL of the page of the error code, with the relation `help` (RFC 8288).',
    schema: {
      type: 'string',
      example: '<https://docs.parley.example/errors/not_found/>; rel="help"',
    },
  },
  IdempotentReplayed: {
    description:
      'Present when the response is a replay of the first response to the same idempotency key.',
    schema: { type: 'string', enum: ['true'] },
  },
};

/** The schema of every error response. */
export function errorSchema(): Schema {
  const { $schema, ...schema } = z.toJSONSchema(errorEnvelope, { target: 'openapi-3.0' });
  return schema as Schema;
}

/** The properties of an operation that determine its error codes. */
interface OperationErrors {
  readonly method: string;
  readonly path: string;
  /** Whether the operation accepts secret keys only. */
  readonly secretKeyOnly: boolean;
  /** The codes that its procedure declares. */
  readonly errors: readonly ErrorCode[];
}

/** The codes of every operation. */
const commonErrors: readonly ErrorCode[] = [
  'invalid_request',
  'authentication_required',
  'invalid_api_key',
  'insufficient_scope',
  'request_timeout',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'service_unavailable',
];

/** The codes of every operation with a body and an idempotency key. */
const writeErrors: readonly ErrorCode[] = [
  'idempotency_in_flight',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
];

/** Every error code an operation can return, in the order of the error table. */
function getErrorCodes({ method, path, secretKeyOnly, errors }: OperationErrors): ErrorCode[] {
  const declared = new Set<ErrorCode>([...commonErrors, ...errors]);
  if (method !== 'get') for (const code of writeErrors) declared.add(code);
  if (secretKeyOnly) declared.add('publishable_key_not_allowed');
  if (path.includes('{')) declared.add('not_found');
  return (Object.keys(errorTable) as ErrorCode[]).filter((code) => declared.has(code));
}

/** Describes the error responses of operations, and collects those that become named components. */
export function errorResponseWriter() {
  const components: Record<string, Response> = {};
  const getErrorResponses = (operation: OperationErrors): Record<string, Response | Reference> => {
    const byStatus = Map.groupBy(getErrorCodes(operation), (code) => errorTable[code].status);
    const statuses = [...byStatus].sort(([a], [b]) => a - b);
    return Object.fromEntries(
      statuses.map(([status, codes]) => {
        const response = getErrorResponse(codes);
        if (codes.length > MAX_NAMED_CODES) return [status, response];
        const name = codes.map(pascalCase).join('Or');
        components[name] = response;
        return [status, { $ref: `#/components/responses/${name}` }];
      }),
    );
  };
  return { components, getErrorResponses };
}

function getErrorResponse(codes: readonly ErrorCode[]): Response {
  const [first = 'internal_error'] = codes;
  const { status, message } = errorTable[first];
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code].message}`).join('\n\n'),
    'x-error-codes': codes,
    headers: {
      ...requestId,
      ...(REPLAYED_STATUSES.includes(status) ? replayed : {}),
      Link: header('HelpLink'),
      ...(codes.some(hasRetryAfter) ? { 'Retry-After': header('RetryAfter') } : {}),
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        example: { error: { code: first, message, request_id: REQUEST_ID } },
      },
    },
  };
}

/** Whether a response with this code may have a Retry-After header. */
function hasRetryAfter(code: ErrorCode): boolean {
  const { retryable, status } = errorTable[code];
  return retryable && [409, 429, 502, 503].includes(status);
}
