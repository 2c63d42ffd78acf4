import { DomainError } from '@parley/domain';
import { generateKey } from '@parley/operations';
import { describe, expect, it } from 'vitest';
import { databaseWithKey } from '../../test/untouchable.ts';
import { procedures } from '../app-router.ts';
import type { RequestContext } from '../context.ts';
import { formatErrorResponse } from '../errors.ts';
import { guard } from '../procedure.ts';
import { type RestRequest, restRoutes } from './routes.ts';

const routes = restRoutes();
const route = (operation: string) => {
  const found = routes.find((one) => one.operation === operation);
  if (!found) throw new Error(`no route has the operation ${operation}`);
  return found;
};

describe('the routes', () => {
  it('are one for every procedure with OpenAPI meta, and have unique operation ids', () => {
    const exposed = Object.entries(procedures).filter(([, { _def }]) => _def.meta?.openapi);
    expect(routes.map((one) => one.procedure)).toEqual(exposed.map(([path]) => path));
    expect(new Set(routes.map((one) => one.operation)).size).toBe(routes.length);
  });

  it('have unique methods and paths, regardless of parameter names', () => {
    const shapes = routes.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  it('use GET for queries and another method for mutations', () => {
    for (const { procedure, method } of routes) {
      const type = procedures[procedure]?._def.type;
      expect([procedure, type]).toEqual([procedure, method === 'GET' ? 'query' : 'mutation']);
    }
  });
});

describe('the middlewares of a route', () => {
  it.each(routes)('$operation are those whose work REST does itself', ({ procedure, meta }) => {
    const { middlewares = [], inputs = [], output } = procedures[procedure]?._def ?? {};
    // Credentials in the input are parsed first.
    expect(middlewares[meta.publishableKey ? 1 : 0]).toBe(guard._middlewares[0]);
    const [resolver, parsers] = [1, inputs.length + (output ? 1 : 0)];
    expect(middlewares).toHaveLength(1 + parsers + resolver);
  });
});

const context: RequestContext = {
  deps: databaseWithKey('secret'),
  requestId: 'req_1',
  authorization: `Bearer ${generateKey('secret', 'test')}`,
};

interface Given extends Partial<Pick<RestRequest, 'params' | 'query'>> {
  readonly body?: unknown;
}

async function outcome(operation: string, { body, ...request }: Given): Promise<string> {
  try {
    const parseBody = () => body;
    await route(operation).call(context, { params: {}, query: {}, parseBody, ...request });
  } catch (error) {
    const { cause } = error as Error;
    if (cause instanceof Error && cause.message.startsWith('database was touched'))
      return 'accepted';
    const { status, message } = formatErrorResponse(error);
    return `${status} ${message}`;
  }
  throw new Error('it succeeded');
}

describe('the input of a write', () => {
  const params = { id: 'psess_1' };

  it.each([[[]], [['a']], ['text'], [1], [true], [null]])(
    'must be an object, not %j',
    async (body) => {
      expect(await outcome('reportProvisioned', { params, body })).toBe(
        '400 The body must be a JSON object.',
      );
    },
  );

  it('is optional when no field is required', async () => {
    expect(await outcome('reportProvisioned', { params })).toBe('accepted');
    expect(await outcome('reportProvisioned', { params, body: {} })).toBe('accepted');
    expect(await outcome('reportProvisioningFailed', { params })).toBe(
      '400 error_message is required and must be of type string.',
    );
  });

  it('must not repeat a path parameter, even with the same value', async () => {
    for (const id of ['psess_1', 'psess_2', null]) {
      expect(await outcome('reportProvisioned', { params, body: { id } })).toBe(
        '400 id: not a known field; it is part of the path.',
      );
    }
    const body = { acquisition_attempt_id: 'pspacq_2' };
    const both = { proxy_session_id: 'psess_1', acquisition_attempt_id: 'pspacq_1' };
    expect(await outcome('supersedeAttempt', { params: both, body })).toContain(
      'acquisition_attempt_id: not a known field',
    );
  });

  it('does not accept fields from the query', async () => {
    expect(
      await outcome('reportProvisioningFailed', { params, query: { error_message: 'x' } }),
    ).toBe('400 error_message is required and must be of type string.');
  });

  it('rejects the name of an inherited property', async () => {
    expect(await outcome('reportProvisioned', { params, body: { toString: 1 } })).toBe(
      '400 toString: not a known field.',
    );
  });
});

describe('the input of a read', () => {
  const params = { id: 'psess_1' };

  it('consists of the query and the path, with each field in one of them', async () => {
    expect(await outcome('getMerchantSession', { params, query: {} })).toBe('accepted');
    expect(await outcome('getMerchantSession', { params, query: { id: 'psess_1' } })).toBe(
      '400 id: not a known field; it is part of the path.',
    );
    expect(await outcome('getMerchantSession', { params, query: { fields: 'id' } })).toBe(
      '400 fields: not a known field.',
    );
  });

  it('rejects a repeated parameter', async () => {
    expect(await outcome('getSession', { params, query: { pk: ['pk_1', 'pk_2'] } })).toBe(
      '400 pk must appear in the query only once.',
    );
  });
});

it('rejects with the error of the procedure', async () => {
  const call = route('createSession').call(
    { ...context, authorization: undefined },
    {
      params: {},
      query: {},
      parseBody: () => ({}),
    },
  );
  await expect(call).rejects.toMatchObject({ cause: expect.any(DomainError) });
});

it('parses the body of an authorized caller only, and once', async () => {
  let parsed = 0;
  const parseBody = () => {
    parsed += 1;
    return {};
  };
  const { call } = route('createSession');
  const request = { params: {}, query: {}, parseBody };
  const { deps } = context;
  const publishable = {
    deps,
    requestId: 'req_1',
    authorization: `Bearer ${generateKey('publishable', 'test')}`,
  };
  await expect(call({ deps, requestId: 'req_1' }, request)).rejects.toThrow();
  await expect(
    call({ ...publishable, deps: databaseWithKey('publishable') }, request),
  ).rejects.toThrow();
  expect(parsed).toBe(0);
  await expect(call({ ...context, idempotencyKey: 'key' }, request)).rejects.toThrow();
  expect(parsed).toBe(1);
});
