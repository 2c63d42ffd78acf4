import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { z } from 'zod';
import { findUnknownScenario, readScenarios, SCENARIO_KEY } from '../scenarios.ts';
import { type Kind, newId } from '../store/kinds.ts';
import { type Store, type Tx, transact } from '../store/tx.ts';
import { checkVersionParams, readVersion, renderVersion } from '../wire/api-versions.ts';
import { authenticate, type KeyKind } from '../wire/authenticate.ts';
import { type ErrorBody, errorText, invalid, rejection, StripeError } from '../wire/errors.ts';
import { type FormRecord, parseForm } from '../wire/form.ts';
import { expandParams, noParams } from '../wire/params.ts';
import { parseParams } from '../wire/parse-params.ts';
import { expandPaths } from './expand.ts';
import { claimKey, computeFingerprint, releaseKey, storeResponse } from './idempotency.ts';

export interface Sandbox {
  readonly app: FastifyInstance;
  /** One per mode. A key selects its mode, and nothing of the other mode can be found with it. */
  readonly stores: readonly Store[];
  /** Starts a turn of the background loops: a commit may have created timers or deliveries. */
  readonly wake: () => void;
}

interface Call {
  readonly tx: Tx;
  /** The id in the path; empty if the path has none. */
  readonly id: string;
  readonly caller: KeyKind;
  readonly store: Store;
}

/** An error whose transaction commits, such as that of a declined card. */
export class CommittedError {
  readonly status: number;
  readonly body: ErrorBody;

  constructor({ status, body }: StripeError, shown: Partial<ErrorBody> = {}) {
    this.status = status;
    this.body = { ...body, ...shown };
  }
}

/** An operation of the API: what it accepts and what it does. `mount` adds what all of them share. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly params: z.ZodType;
  /** Accepts the publishable key; the handler checks the client secret. */
  readonly fromBrowser: boolean;
  readonly handle: (call: Call, params: never) => Promise<unknown>;
}

const createRoute =
  (method: Route['method']) =>
  <T extends z.ZodType>(
    path: string,
    params: T,
    handle: (call: Call, params: z.output<T>) => Promise<unknown>,
  ): Route => ({ method, path, params, fromBrowser: false, handle });

export const get = createRoute('GET');
export const post = createRoute('POST');
export const del = createRoute('DELETE');
export const fromBrowser = (route: Route): Route => ({ ...route, fromBrowser: true });

/** `GET <path>/:id`, which returns a stored object. */
export const retrieveOperation = (kind: Kind, path: string): Route =>
  get(`${path}/:id`, noParams, async ({ tx, id }) => (await tx.read(kind, id)).data);

/** Mounts an operation: authenticates, replays by idempotency key, validates, runs one transaction, expands. */
export function mount({ app, stores, wake }: Sandbox, op: Route): void {
  app.route<{ Params: { id?: string } }>({
    method: op.method,
    url: op.path,
    handler: async (request, reply) => {
      const { requestId, version } = beginResponse(request, reply, op.fromBrowser);
      const { expand, ...input }: FormRecord = { ...getQuery(request), ...getBody(request) };
      const publishable = op.fromBrowser && typeof input.key === 'string' ? input.key : undefined;
      if (publishable !== undefined) delete input.key;
      const { mode: store, caller } = authenticate(
        stores,
        request.headers.authorization,
        publishable,
      );
      const { pool, config } = store;
      if (caller === 'publishable' && !op.fromBrowser) throw secretKeyRequired();
      const key = op.method === 'POST' ? header(request, 'idempotency-key') : undefined;
      if (key !== undefined) {
        void reply.header('idempotency-key', key);
        const fingerprint = computeFingerprint(op.method, request.url, getRawBody(request));
        const stored = await claimKey(pool, key, fingerprint, requestId);
        if (stored) {
          return reply
            .header('idempotent-replayed', 'true')
            .header('original-request', stored.requestId)
            .code(stored.status)
            .send(stored.body);
        }
      }
      try {
        const params = parseParams(op.params, input);
        const paths = parseParams(expandParams, expand === undefined ? {} : { expand }).expand;
        checkVersionParams(version, params);
        rejectUnknownScenario(params);
        const origin = { requestId, idempotencyKey: key ?? null };
        const { status, body } = await transact(pool, config, origin, async (tx) => {
          const call: Call = { tx, id: request.params.id ?? '', caller, store };
          // The factories of routes pair each handler with the schema of its parameters.
          const result = renderVersion(version, await op.handle(call, params as never));
          const failed = result instanceof CommittedError ? result : null;
          const status = failed?.status ?? 200;
          const shown = failed
            ? errorText(status, failed.body, requestId)
            : JSON.stringify(await expandPaths(tx, result, paths), null, 2);
          if (key !== undefined) await storeResponse(tx.client, key, requestId, status, shown);
          return { status, body: shown };
        });
        if (op.method !== 'GET') wake();
        if (op.method === 'POST') await applyResponseScenarios(request, body, key !== undefined);
        return reply.code(status).send(body);
      } catch (error) {
        if (key !== undefined) await finishKey(pool, key, requestId, error);
        throw error;
      }
    },
  });
}

/** Milliseconds by which the `slow` scenario delays a response. */
const SLOW_MS = 2_000;

/**
 * Delays or drops the response if the object's scenarios require it. A request without an idempotency
 * key always gets its response, because the client could not fetch it again.
 */
async function applyResponseScenarios(request: FastifyRequest, body: string, repeatable: boolean) {
  const scenarios = readScenarios(JSON.parse(body));
  if (scenarios.has('slow')) await pause(SLOW_MS);
  if (scenarios.has('timeout') && repeatable) request.raw.socket.destroy();
}

function rejectUnknownScenario(params: unknown): void {
  const { metadata } = (params ?? {}) as { metadata?: Record<string, string> | null };
  const text = metadata?.[SCENARIO_KEY];
  const wrong = text ? findUnknownScenario(text) : null;
  if (wrong === null) return;
  throw invalid(`Unknown sandbox scenario: ${wrong}. The sandbox's README lists the scenarios.`, {
    param: `metadata[${SCENARIO_KEY}]`,
  });
}

/** Sets the headers that every response has, and checks the requested API version. */
export function beginResponse(request: FastifyRequest, reply: FastifyReply, fromBrowser: boolean) {
  const requestId = newId('req', 14);
  void reply
    .header('request-id', requestId)
    .header('cache-control', 'no-cache, no-store')
    .type('application/json');
  if (fromBrowser) void reply.header('access-control-allow-origin', '*');
  const version = readVersion(header(request, 'stripe-version'));
  void reply.header('stripe-version', version);
  return { requestId, version };
}

async function finishKey(pool: pg.Pool, key: string, requestId: string, error: unknown) {
  if (error instanceof StripeError && !error.beforeExecution)
    await storeResponse(
      pool,
      key,
      requestId,
      error.status,
      errorText(error.status, error.body, requestId),
    );
  else await releaseKey(pool, key, requestId);
}

const secretKeyRequired = (): StripeError =>
  rejection(403, {
    code: 'secret_key_required',
    message:
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
  });

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function getQuery(request: FastifyRequest): FormRecord {
  const at = request.url.indexOf('?');
  return at === -1 ? {} : parseForm(request.url.slice(at + 1));
}

const getRawBody = (request: FastifyRequest): string =>
  typeof request.body === 'string' ? request.body : '';

const getBody = (request: FastifyRequest): FormRecord => parseForm(getRawBody(request));
