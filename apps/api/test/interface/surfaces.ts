import { restRoutes } from '@parley/router/rest';
import type { TestApi } from '../api.ts';
import { toRequest } from '../writes.ts';
import { type OperationName, operations } from './response-shapes.ts';

/** The result of a call over REST or RPC. */
export interface CallResult {
  readonly status: number;
  /** The error code; null if the call succeeded. */
  readonly code: string | null;
  readonly message: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests check the parts they read
  readonly data: any;
}

export type Call = (
  operation: OperationName,
  input: Record<string, unknown>,
) => Promise<CallResult>;

/** Calls an operation over REST and over RPC with the same input: parameters and body together. */
export function getSurfaces(api: () => TestApi): readonly (readonly [string, Call])[] {
  return [
    ['REST', (operation, input) => overRest(api(), operation, input)],
    ['typed RPC', (operation, input) => overRpc(api(), operation, input)],
  ];
}

function getPlace(operation: OperationName) {
  const found = operations.find(([, name]) => name === operation);
  if (!found) throw new Error(`there is no ${operation}`);
  const [, , method, path] = found;
  return { method, path };
}

const routes = restRoutes();

/** The path of an operation's procedure in the router. */
function getProcedure(operation: OperationName): string {
  const route = routes.find((one) => one.operation === operation);
  if (!route) throw new Error(`there is no ${operation}`);
  return route.procedure;
}

async function overRest(
  api: TestApi,
  operation: OperationName,
  input: Record<string, unknown>,
): Promise<CallResult> {
  const { method, path, body } = toRequest(getPlace(operation), input);
  const fields = Object.entries(body ?? {}).map(([name, value]) => [name, String(value)]);
  const query =
    method === 'GET' && body ? `?${new URLSearchParams(Object.fromEntries(fields))}` : '';
  const response = await api.call(method, `${path}${query}`, method === 'GET' ? undefined : body);
  return {
    status: response.status,
    code: response.body.error?.code ?? null,
    message: response.body.error?.message ?? '',
    data: response.body,
  };
}

async function overRpc(
  api: TestApi,
  operation: OperationName,
  input: Record<string, unknown>,
): Promise<CallResult> {
  const reads = getPlace(operation).method === 'GET';
  const text = JSON.stringify(input);
  const query = reads ? `?input=${encodeURIComponent(text)}` : '';
  const response = await fetch(`${api.url}/trpc/${getProcedure(operation)}${query}`, {
    method: reads ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${api.merchant.secretKey}`,
      ...(reads ? {} : { 'content-type': 'application/json' }),
    },
    ...(reads ? {} : { body: text }),
  });
  const { result, error } = (await response.json()) as {
    result?: { data: unknown };
    error?: { message: string; data: { code: string; httpStatus: number } };
  };
  return {
    status: response.status,
    code: error?.data.code ?? null,
    message: error?.message ?? '',
    data: result?.data,
  };
}
