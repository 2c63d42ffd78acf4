import { DomainError, MAX_BATCH_SIZE } from '@parley/domain';
import type { ErrorResponse } from './errors.ts';
import { parseStrictJson } from './strict-json.ts';

/** The query parameters that tRPC's clients send. tRPC reads more, and the first of each. */
const QUERY_PARAMETERS: readonly string[] = ['batch', 'input'];

const JSON_RPC_INVALID_REQUEST = -32_600;
const JSON_RPC_INTERNAL_ERROR = -32_603;

/** The media type of tRPC's streams, whose status is 200 whatever the calls return. */
const STREAM = 'application/jsonl';

/**
 * Checks what tRPC would accept without a limit or a strict check: the query parameters, the JSON in
 * `input`, and the calls of a batch. No streams are served. Entry points call it with the request that tRPC
 * then reads.
 * @returns the number of calls
 * @throws DomainError invalid_request
 */
export function checkRpcRequest({ url, headers }: Pick<Request, 'url' | 'headers'>): number {
  const { pathname, search, searchParams } = new URL(url);
  requireDecodableQuery(search.slice(1));
  for (const name of searchParams.keys()) {
    if (!QUERY_PARAMETERS.includes(name)) {
      throw invalidRequest(
        `${name.slice(0, 40)} is not a known query parameter. Send batch and input only.`,
      );
    }
    if (searchParams.getAll(name).length > 1) {
      throw invalidRequest(`${name} must not be repeated in the query.`);
    }
  }
  if (`${headers.get('trpc-accept')},${headers.get('accept')}`.includes(STREAM)) {
    throw invalidRequest(`${STREAM} is not served. Accept application/json.`);
  }
  const input = searchParams.get('input');
  if (input !== null) parseStrictJson(new TextEncoder().encode(input));

  const path = decodePath(pathname);
  const batchSize = searchParams.get('batch') === '1' ? path.split(',').length : 1;
  if (batchSize > MAX_BATCH_SIZE) {
    throw invalidRequest(`A batch must not contain more than ${MAX_BATCH_SIZE} calls.`);
  }
  if (batchSize > 1 && headers.has('idempotency-key')) {
    throw invalidRequest('idempotency-key applies to one call; send calls separately.');
  }
  return batchSize;
}

/** An error response in tRPC's wire format, for an error outside of any procedure. */
export function rpcErrorEnvelope(error: ErrorResponse, requestId: string) {
  const { status, code, message } = error;
  return {
    error: {
      code: status >= 500 ? JSON_RPC_INTERNAL_ERROR : JSON_RPC_INVALID_REQUEST,
      message,
      data: { code, httpStatus: status, request_id: requestId },
    },
  };
}

/**
 * Parsers of queries decode what they can, and change or keep the rest.
 * @param query without its question mark
 * @throws DomainError invalid_request for an invalid percent encoding, which includes bytes that are not UTF-8
 */
export function requireDecodableQuery(query: string): void {
  if (!query.includes('%')) return;
  for (const parameter of query.split('&')) {
    try {
      decodeURIComponent(parameter);
    } catch {
      const [name = ''] = parameter.split('=', 1);
      throw invalidRequest(
        `The query contains an invalid percent encoding in ${name.slice(0, 40)}.`,
      );
    }
  }
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    throw invalidRequest('The path contains an invalid percent encoding.');
  }
}

const invalidRequest = (message: string) => new DomainError('invalid_request', message);
