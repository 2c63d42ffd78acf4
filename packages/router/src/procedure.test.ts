import { DomainError } from '@parley/domain';
import { createRequestFlows, generateKey } from '@parley/operations';
import { describe, expect, it } from 'vitest';
import { databaseWithKey, untouchable, waitForEnd } from '../test/untouchable.ts';
import { createCaller, procedures } from './app-router.ts';
import type { Person, RequestContext } from './context.ts';
import { payerRouter } from './payer.ts';
import { bearerToken } from './principal.ts';
import { resolvePath } from './procedure.ts';

const caller = (change: Partial<RequestContext> = {}) =>
  createCaller({ deps: untouchable, requestId: 'req_1', ...change });
const person = (role: string): Person => ({
  userId: 'user_1',
  merchantId: 'merch_1',
  mode: 'test',
  role,
  isMerchantSuspended: false,
  isRecentlyAuthenticated: true,
});

describe('bearerToken', () => {
  it.each([
    ['Bearer sk_test_abc', 'sk_test_abc'],
    ['bearer sk_test_abc', 'sk_test_abc'],
    ['BEARER   sk_test_abc  ', 'sk_test_abc'],
  ])('reads the token of %j', (header, token) => {
    expect(bearerToken(header)).toBe(token);
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearersk_test_abc',
    'sk_test_abc',
    'Basic c2tfdGVzdA==',
    'Bearer two tokens',
    'Bearer sk_test_abc, Bearer sk_test_def',
    'X Bearer sk_test_abc',
    'Bearer\tsk_test_abc',
  ])('finds no token in %j', (header) => {
    expect(bearerToken(header)).toBeNull();
  });
});

describe('a procedure', () => {
  it.each(Object.entries(procedures))('%s declares who may call it', (path, { _def: { meta } }) => {
    const isPayerProcedure = path.startsWith('payer.');
    expect(meta?.payer === true).toBe(isPayerProcedure);
    expect(Boolean(meta?.scope ?? meta?.permission)).toBe(!isPayerProcedure);
  });

  it('rejects a request without credentials before it reads anything', async () => {
    const call = caller().sessions.issuePayerHandoff({ id: 'psess_1' });
    expect(await waitForEnd(call)).toBe('authentication_required');
  });

  it('rejects a malformed key without a query to the database', async () => {
    const { sessions } = caller({ authorization: 'Bearer sk_test_wrong' });
    expect(await waitForEnd(sessions.issuePayerHandoff({ id: 'psess_1' }))).toBe('invalid_api_key');
    expect(await waitForEnd(sessions.get({ id: 'psess_1' }))).toBe('invalid_api_key');
  });

  it('ignores the Authorization header where the dashboard says that no one is signed in', async () => {
    const authorization = `Bearer ${generateKey('secret', 'test')}`;
    const call = caller({ authorization, person: null }).sessions.countByStatus();
    expect(await waitForEnd(call)).toBe('authentication_required');
  });

  it('rejects a role with other capitals or spaces', async () => {
    for (const role of ['', 'Owner', 'owner ', 'anything']) {
      const { sessions } = caller({ person: person(role) });
      expect(await waitForEnd(sessions.cancel({ id: 'psess_1' }))).toBe('insufficient_scope');
    }
  });
});

describe('a key beyond its rate limit', () => {
  const limited: Partial<RequestContext> = {
    payerPage: true,
    consumeRateLimit: () => Promise.reject(new DomainError('rate_limited')),
    admit: () => Promise.reject(new Error('the request waited for capacity')),
  };
  const pk = generateKey('publishable', 'test');
  const authorization = `Bearer ${generateKey('secret', 'test')}`;

  it.each<[string, (as: ReturnType<typeof caller>) => Promise<unknown>]>([
    ['in the Authorization header', (as) => as.sessions.countByStatus()],
    ['in the query', (as) => as.sessions.get({ id: 'psess_1', pk })],
    ['of a payment link', (as) => as.payer.getPage({ id: 'psess_1', pk })],
  ])('is rejected before its request waits for capacity: %s', async (_place, call) => {
    expect(await waitForEnd(call(caller({ ...limited, authorization })))).toBe('rate_limited');
  });
});

describe('a procedure during an overload', () => {
  it.each([
    ['of a person or a key', (as: ReturnType<typeof caller>) => as.sessions.countByStatus()],
    ['of a publishable key', (as) => as.sessions.get({ id: 'psess_1' })],
    ['of a payer', (as) => as.payer.getPage({ id: 'psess_1', pk: 'pk_test_guessed' })],
  ])('%s is refused before its key is read', async (_who, call) => {
    const admit = () => Promise.reject(new DomainError('service_unavailable'));
    const authorization = `Bearer ${generateKey('secret', 'test')}`;
    const end = await waitForEnd(call(caller({ payerPage: true, authorization, admit })));
    expect(end).toBe('service_unavailable');
  });
});

describe('the flow of a call in the admission queue', () => {
  const pk = generateKey('publishable', 'test');
  /** The flows of two calls: before and after the first one is authenticated. */
  async function readFlows(
    run: (as: ReturnType<typeof caller>) => Promise<unknown>,
    context: Partial<RequestContext>,
  ): Promise<string[]> {
    const seen: string[] = [];
    const as = caller({
      flows: createRequestFlows(),
      address: '192.0.2.1',
      payerPage: true,
      admit: (flow, work) => {
        seen.push(flow);
        return work();
      },
      ...context,
    });
    await waitForEnd(run(as));
    await waitForEnd(run(as));
    return seen;
  }
  const unknown = expect.stringMatching(/^unknown \d+$/);
  const list = (as: ReturnType<typeof caller>) => as.sessions.countByStatus();
  const getPage = (as: ReturnType<typeof caller>) => as.payer.getPage({ id: 'psess_1', pk });

  it('is that of its merchant once its key has been authenticated', async () => {
    const authorization = `Bearer ${generateKey('secret', 'test')}`;
    expect(await readFlows(list, { authorization, deps: databaseWithKey('secret') })).toEqual([
      unknown,
      'secret merch_1 test',
    ]);
    expect(await readFlows(getPage, { deps: databaseWithKey('publishable') })).toEqual([
      unknown,
      'publishable merch_1 test',
    ]);
  });

  it('is that of its network for a key that does not exist', async () => {
    const authorization = `Bearer ${generateKey('secret', 'test')}`;
    const [first, second] = await readFlows(list, { authorization, deps: databaseWithKey(null) });
    expect(first).toEqual(unknown);
    expect(second).toBe(first);
  });

  it('is that of its merchant from the first call when there is no client address', async () => {
    const flow = 'publishable merch_1 test';
    const context = { address: undefined, deps: databaseWithKey('publishable') };
    expect(await readFlows(getPage, context)).toEqual([flow, flow]);
  });

  it('does not exist for a made-up key without a client address, which is rejected before it waits', async () => {
    const context = { address: undefined, deps: databaseWithKey(null) };
    expect(await readFlows(getPage, context)).toEqual([]);
    const admit = () => Promise.reject(new DomainError('service_unavailable'));
    const flows = createRequestFlows();
    const call = getPage(caller({ payerPage: true, flows, admit, deps: databaseWithKey(null) }));
    expect(await waitForEnd(call)).toBe('invalid_api_key');
  });

  it('is that of the users of a merchant for a person', async () => {
    const flow = 'person merch_1 test';
    expect(await readFlows(list, { person: person('owner') })).toEqual([flow, flow]);
  });
});

describe('an idempotency key', () => {
  const code = (idempotencyKey: string, id = 'psess_1') =>
    waitForEnd(
      caller({ person: person('owner'), idempotencyKey }).sessions.reportProvisioned({ id }),
    );

  it('may be up to 255 characters long', async () => {
    expect(await code('k'.repeat(256))).toBe('invalid_request');
    for (const key of ['', 'k', 'k'.repeat(255)]) {
      expect(await code(key)).toBe('database was touched');
    }
  });

  it('is not stored for an id that is longer than any id', async () => {
    expect(await code('k', `psess_${'1'.repeat(8_000)}`)).toBe('not_found');
  });

  it('is ignored by a query', async () => {
    const { sessions } = caller({ person: person('owner'), idempotencyKey: 'k'.repeat(256) });
    expect(await waitForEnd(sessions.getMerchantView({ id: 'psess_1' }))).toBe(
      'database was touched',
    );
  });
});

describe('a payer procedure', () => {
  const id = 'psess_1';
  const names = Object.keys(payerRouter._def.procedures);
  const calls: Readonly<
    Record<string, (as: ReturnType<typeof caller>['payer'], pk: string) => Promise<unknown>>
  > = {
    getPage: (as, pk) => as.getPage({ id, pk }),
    openPage: (as, pk) => as.openPage({ id, pk }),
    preparePayment: (as, pk) => as.preparePayment({ id, pk }),
    verifyChallenge: (as, pk) => as.verifyChallenge({ id, pk, token: 'token' }),
    checkCharge: (as, pk) =>
      as.checkCharge({ id, pk, cart_version: 1, amount_minor: 1, currency: 'eur' }),
    syncPayment: (as, pk) => as.syncPayment({ id, pk }),
    getReceipt: (as, pk) => as.getReceipt({ id, pk }),
  };
  const call = (name: string, pk: string, change: Partial<RequestContext> = {}) => {
    const run = calls[name];
    if (!run) throw new Error(`add a call of payer.${name} to this test`);
    return waitForEnd(run(caller({ payerPage: true, ...change }).payer, pk));
  };

  it.each(names)('%s rejects a malformed key', async (name) => {
    expect(await call(name, 'pk_test_guessed')).toBe('invalid_api_key');
  });

  it.each(names)('%s rejects a secret key', async (name) => {
    const deps = databaseWithKey('secret');
    expect(await call(name, generateKey('secret', 'test'), { deps })).toBe('invalid_api_key');
  });

  it.each(names)('%s is rejected before its input by other entry points', async (name) => {
    const pk = generateKey('publishable', 'test');
    const at = (change: Partial<RequestContext>) =>
      call(name, pk, { payerPage: undefined, ...change });
    expect(await at({})).toBe('not_found');
    expect(await at({ person: null })).toBe('authentication_required');
    expect(await at({ person: person('owner') })).toBe('insufficient_scope');
  });

  it.each(names)('%s acts in the merchant and mode of the publishable key', async (name) => {
    const deps = databaseWithKey('publishable');
    const end = await call(name, generateKey('publishable', 'test'), { deps });
    expect(end).toContain('"merchantId":"merch_1","mode":"test"');
    expect(end).toContain('"actor":{"kind":"payer","id":null}');
  });

  it.each(names)('%s consumes the rate limit of the session in its parsed input', async (name) => {
    const consumed: unknown[] = [];
    await call(name, 'pk_test_guessed', {
      consumeRateLimit: async (...args) => {
        consumed.push(args);
      },
    });
    expect(consumed).toEqual([['pk_test_guessed', id]]);
  });
});

describe('sessions.listOverviews', () => {
  const list = (input: object) =>
    waitForEnd(caller({ person: person('viewer') }).sessions.listOverviews(input));

  it('accepts a limit of 1 to 100', async () => {
    for (const limit of [1, 100]) expect(await list({ limit })).toBe('database was touched');
    for (const limit of [0, 101, 1.5]) expect(await list({ limit })).not.toContain('touched');
  });

  it('rejects an unknown status, direction or field', async () => {
    for (const input of [
      { status: ['open'] },
      { amount_from: 2, amount_to: 1 },
      { search: '  ' },
      { search: 'x'.repeat(501) },
      { search: 'a\0b' },
      { direction: 'sideways' },
      { merchantId: 'merch_2' },
    ]) {
      expect(await list(input)).not.toContain('touched');
    }
    expect(await list({ status: ['paid'], direction: 'previous' })).toBe('database was touched');
  });
});

describe('resolvePath', () => {
  const nested = '/proxy_sessions/{proxy_session_id}/acquisition_attempts/{attempt_id}/supersede';
  it.each([
    [
      nested,
      { proxy_session_id: 'psess_1', attempt_id: 'pspacq_2', x: 3 },
      '/proxy_sessions/psess_1/acquisition_attempts/pspacq_2/supersede',
    ],
    ['/proxy_sessions', { id: 'psess_1' }, '/proxy_sessions'],
    ['/a/{id}/b', { id: '../c/d' }, '/a/..%2Fc%2Fd/b'],
    ['/a/{id}/b', { id: '{id}$&?x=1#y' }, '/a/%7Bid%7D%24%26%3Fx%3D1%23y/b'],
    ['/a/{id}/b', {}, '/a//b'],
  ])('fills %s with the encoded parameters of %j', (template, input, path) => {
    expect(resolvePath(template, input)).toBe(path);
  });
});
