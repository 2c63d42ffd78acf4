import { errorEnvelope } from '@parley/contract';
import { type ErrorCode, errorTable } from '@parley/domain';
import { z } from 'zod';

/** What may go wrong with every operation, and with those that write. */
const always = [400, 401, 403, 404, 429, 500, 503];
const onWrite = [409, 413, 415, 422];

const nameOf = (status: number): string => `Refused${status}`;

/** The error statuses of the document, each in the one envelope, with the codes it comes with. */
export const refusalComponents = {
  schemas: { Error: z.toJSONSchema(errorEnvelope, { target: 'openapi-3.0', io: 'input' }) },
  responses: Object.fromEntries(
    [...always, ...onWrite].map((status) => [
      nameOf(status),
      {
        description: codesOf(status)
          .map((code) => `${code}: ${errorTable[code].text}`)
          .join('\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  ),
};

/** The refusals of one operation, by status. */
export function refusalsOf(method: string): Record<string, { $ref: string }> {
  const statuses = method === 'get' ? always : [...always, ...onWrite];
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      { $ref: `#/components/responses/${nameOf(status)}` },
    ]),
  );
}

function codesOf(status: number): ErrorCode[] {
  return (Object.keys(errorTable) as ErrorCode[]).filter(
    (code) => errorTable[code].status === status,
  );
}
