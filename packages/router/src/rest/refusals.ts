import { errorEnvelope } from '@parley/contract';
import { type ErrorCode, errorTable } from '@parley/domain';
import { z } from 'zod';
import { errorCodesOf, type Refusing } from './error-codes.ts';
import type { Reference, Response, Schema } from './openapi.ts';

/** Up to so many codes, an answer has a name of its own and is written once. */
const MAX_NAMED = 2;
const REQUEST_ID = 'req_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0';

const header = (name: string): Reference => ({ $ref: `#/components/headers/${name}` });
const requestId = { 'x-request-id': header('RequestId') };
const replayed = { 'Idempotent-Replayed': header('IdempotentReplayed') };
/** Refusals of these statuses are kept under an idempotency key and answered again. */
const KEPT = [404, 409, 422];

/** The headers of an answer to an operation that was done. */
export const answerHeaders = (method: string): Response['headers'] =>
  method === 'get' ? requestId : { ...requestId, ...replayed };

export const headerComponents = {
  RequestId: {
    description: 'The name of this request; in an error also request_id. Quote it to us.',
    schema: { type: 'string', example: REQUEST_ID },
  },
  RetryAfter: {
    description: 'Whole seconds after which a repeat makes sense.',
    schema: { type: 'integer', minimum: 0, example: 1 },
  },
  IdempotentReplayed: {
    description: 'Present where the answer was given before, to the same idempotency key.',
    schema: { type: 'string', enum: ['true'] },
  },
};

/** The one envelope of every refusal. */
export function errorSchema(): Schema {
  const { $schema, ...schema } = z.toJSONSchema(errorEnvelope, { target: 'openapi-3.0' });
  return schema as Schema;
}

/** How operations refuse: an answer for each status; those written once are gathered on the way. */
export function refusalWriter() {
  const components: Record<string, Response> = {};
  const refusalsOf = (operation: Refusing): Record<string, Response | Reference> => {
    const byStatus = Map.groupBy(errorCodesOf(operation), (code) => errorTable[code].status);
    const statuses = [...byStatus].sort(([a], [b]) => a - b);
    return Object.fromEntries(
      statuses.map(([status, codes]) => {
        const response = refusal(codes);
        if (codes.length > MAX_NAMED) return [status, response];
        const name = codes.map(pascalCase).join('Or');
        components[name] = response;
        return [status, { $ref: `#/components/responses/${name}` }];
      }),
    );
  };
  return { components, refusalsOf };
}

function refusal(codes: readonly ErrorCode[]): Response {
  const [first = 'internal_error'] = codes;
  const { status, message } = errorTable[first];
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code].message}`).join('\n\n'),
    headers: {
      ...requestId,
      ...(KEPT.includes(status) ? replayed : {}),
      ...(codes.some(waits) ? { 'Retry-After': header('RetryAfter') } : {}),
    },
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Error' },
            {
              type: 'object',
              required: ['error'],
              properties: {
                error: {
                  type: 'object',
                  required: ['code'],
                  additionalProperties: true,
                  properties: { code: { type: 'string', enum: codes } },
                },
              },
            },
          ],
        },
        example: { error: { code: first, message, request_id: REQUEST_ID } },
      },
    },
  };
}

/** Whether the answer may say for how long to wait. */
function waits(code: ErrorCode): boolean {
  const { retryable, status } = errorTable[code];
  return retryable && [409, 429, 502, 503].includes(status);
}

function pascalCase(code: string): string {
  return code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
