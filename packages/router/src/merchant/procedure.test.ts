import { describe, expect, it } from 'vitest';
import { endOf, untouchable } from '../../test/untouchable.ts';
import type { MerchantContext } from '../context.ts';
import { createMerchantCaller } from './index.ts';
import { bearerToken } from './procedure.ts';

describe('the token of an Authorization header', () => {
  it.each([
    ['Bearer sk_test_abc', 'sk_test_abc'],
    ['bearer sk_test_abc', 'sk_test_abc'],
    ['BEARER   sk_test_abc  ', 'sk_test_abc'],
  ])('%j has one', (header, token) => {
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
  ])('%j has none', (header) => {
    expect(bearerToken(header)).toBeNull();
  });
});

const context = (change: Partial<MerchantContext>): MerchantContext => ({
  deps: untouchable,
  requestId: 'req_1',
  authorization: undefined,
  idempotencyKey: undefined,
  ...change,
});

describe('a call without a key', () => {
  it('is refused before anything is read', async () => {
    const call = createMerchantCaller(context({})).issuePayerHandoff({ id: 'psess_1' });
    expect(await endOf(call)).toBe('authentication_required');
  });

  it('with a key that is none of ours is refused without asking the database', async () => {
    const caller = createMerchantCaller(context({ authorization: 'Bearer sk_test_wrong' }));
    expect(await endOf(caller.issuePayerHandoff({ id: 'psess_1' }))).toBe('invalid_api_key');
    expect(await endOf(caller.getSession({ id: 'psess_1' }))).toBe('invalid_api_key');
  });
});

describe('an idempotency key', () => {
  const user = { userId: 'u', merchantId: 'merch_1', mode: 'test', role: 'owner' } as const;
  const code = (idempotencyKey: string) =>
    endOf(
      createMerchantCaller(context({ user, idempotencyKey })).issuePayerHandoff({ id: 'psess_1' }),
    );

  it('may be 1 to 255 characters long', async () => {
    expect(await code('')).toBe('invalid_request');
    expect(await code('k'.repeat(256))).toBe('invalid_request');
    // Taken: it goes on to the database.
    for (const key of ['k', 'k'.repeat(255)]) {
      expect(await code(key)).toBe('database was touched');
    }
  });

  it('means nothing to a reading operation', async () => {
    const call = createMerchantCaller(
      context({ user, idempotencyKey: 'k'.repeat(256) }),
    ).getMerchantSession({ id: 'psess_1' });
    expect(await endOf(call)).toBe('database was touched');
  });
});
