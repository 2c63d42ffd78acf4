import { DomainError } from '@parley/domain';
import { generateKey } from '@parley/operations';
import { describe, expect, it } from 'vitest';
import { databaseWithKey } from '../../test/untouchable.ts';
import { procedures } from '../app-router.ts';
import type { RequestContext } from '../context.ts';
import { formatErrorResponse } from '../errors.ts';
import { type RestRequest, restRoutes } from './routes.ts';

const routes = restRoutes();
const route = (operation: string) => {
  const found = routes.find((one) => one.operation === operation);
  if (!found) throw new Error(`there is no ${operation}`);
  return found;
};

/** The operations of the interface that stand on sessions and attempts: 4.1 to 4.15. */
const interfaceOperations = [
  'POST /proxy_sessions',
  'POST /proxy_sessions/handoff',
  'GET /proxy_sessions/{id}',
  'PUT /proxy_sessions/{id}/cart',
  'GET /proxy_sessions/{id}/merchant',
  'POST /proxy_sessions/{id}/payer_handoff',
  'POST /proxy_sessions/{id}/payer_opened',
  'POST /proxy_sessions/{id}/provider_bindings',
  'POST /proxy_sessions/{id}/provisioned',
  'POST /proxy_sessions/{id}/provisioning_failed',
  'GET /proxy_sessions/{proxy_session_id}/acquisition_attempts',
  'POST /proxy_sessions/{proxy_session_id}/acquisition_attempts',
  'POST /proxy_sessions/{proxy_session_id}/acquisition_attempts/{acquisition_attempt_id}/provider_cart',
  'POST /proxy_sessions/{proxy_session_id}/acquisition_attempts/{acquisition_attempt_id}/provider_objects',
  'POST /proxy_sessions/{proxy_session_id}/acquisition_attempts/{acquisition_attempt_id}/supersede',
];

describe('the routes', () => {
  it('are one for every procedure with OpenAPI meta, and have unique operation ids', () => {
    const exposed = Object.entries(procedures).filter(([, { _def }]) => _def.meta?.openapi);
    expect(routes.map((one) => one.procedure)).toEqual(exposed.map(([path]) => path));
    expect(new Set(routes.map((one) => one.operation)).size).toBe(routes.length);
  });

  it('holds every operation of the interface at its method and path', () => {
    const addresses = routes.map(({ method, path }) => `${method} ${path}`);
    expect(addresses).toEqual(expect.arrayContaining(interfaceOperations));
  });

  it('has each method and path once, whatever its parameters are called', () => {
    const shapes = routes.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  it('reads by GET and writes by another method, never the other way round', () => {
    for (const { procedure, method } of routes) {
      const type = procedures[procedure]?._def.type;
      expect([procedure, type]).toEqual([procedure, method === 'GET' ? 'query' : 'mutation']);
    }
  });
});

const context: RequestContext = {
  deps: databaseWithKey('secret'),
  requestId: 'req_1',
  authorization: `Bearer ${generateKey('secret', 'test')}`,
};

async function refused(operation: string, request: Partial<RestRequest>): Promise<string> {
  try {
    await route(operation).call(context, { params: {}, query: {}, body: undefined, ...request });
  } catch (error) {
    const { cause } = error as Error;
    // What passed the schema goes on to the database.
    if (cause instanceof Error && cause.message.startsWith('database was touched')) return 'taken';
    const { status, message } = formatErrorResponse(error);
    return `${status} ${message}`;
  }
  throw new Error('it was answered');
}

describe('the input of a write', () => {
  const params = { id: 'psess_1' };

  it.each([[[]], [['a']], ['text'], [1], [true], [null]])(
    'must be an object, not %j',
    async (body) => {
      expect(await refused('reportProvisioned', { params, body })).toBe(
        '400 The body must be a JSON object.',
      );
    },
  );

  it('may be left out where nothing is required', async () => {
    expect(await refused('reportProvisioned', { params })).toBe('taken');
    expect(await refused('reportProvisioned', { params, body: {} })).toBe('taken');
    expect(await refused('reportProvisioningFailed', { params })).toBe(
      '400 error_message is required.',
    );
  });

  it('may not name again what stands in the path, not even with the same value', async () => {
    for (const id of ['psess_1', 'psess_2', null]) {
      expect(await refused('reportProvisioned', { params, body: { id } })).toBe(
        '400 id: not a known field; it stands in the path.',
      );
    }
    const body = { acquisition_attempt_id: 'pspacq_2' };
    const both = { proxy_session_id: 'psess_1', acquisition_attempt_id: 'pspacq_1' };
    expect(await refused('supersedeAttempt', { params: both, body })).toContain(
      'acquisition_attempt_id: not a known field',
    );
  });

  it('does not take its fields from the query', async () => {
    expect(
      await refused('reportProvisioningFailed', { params, query: { error_message: 'x' } }),
    ).toBe('400 error_message is required.');
  });

  it('knows an inherited name from a field', async () => {
    expect(await refused('reportProvisioned', { params, body: { toString: 1 } })).toBe(
      '400 toString: not a known field.',
    );
  });
});

describe('the input of a reading', () => {
  const params = { id: 'psess_1' };

  it('is the query and the path, each field in one of them', async () => {
    expect(await refused('getMerchantSession', { params, query: {} })).toBe('taken');
    expect(await refused('getMerchantSession', { params, query: { id: 'psess_1' } })).toBe(
      '400 id: not a known field; it stands in the path.',
    );
    expect(await refused('getMerchantSession', { params, query: { fields: 'id' } })).toBe(
      '400 fields: not a known field.',
    );
  });

  it('takes a parameter once', async () => {
    expect(await refused('getSession', { params, query: { pk: ['pk_1', 'pk_2'] } })).toBe(
      '400 pk must stand in the query once.',
    );
  });
});

it('passes refusals on as they are', async () => {
  const call = route('createSession').call(
    { ...context, authorization: undefined },
    {
      params: {},
      query: {},
      body: {},
    },
  );
  await expect(call).rejects.toMatchObject({ cause: expect.any(DomainError) });
});
