import { DomainError, type ErrorCode, errorTable } from '@parley/domain';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { keyedCaller as callerWithKey } from '../../test/keyed-caller.ts';
import { startOperations } from '../../test/operations.ts';
import type { Caller } from './caller.ts';
import { inTransaction } from './in-transaction.ts';
import { newId } from './new-id.ts';

const ops = await startOperations();
afterAll(() => ops.close());

const keyedCaller = (change?: object) => callerWithKey(ops.caller, change);
const getRepeat = (caller: Caller, change: object) =>
  keyedCaller({ ...caller.idempotency, ...change });
const findRecord = (caller: Caller) =>
  ops.database.client.idempotencyRecord.findFirst({
    where: { ...ops.scope, key: caller.idempotency?.key ?? '' },
  });

/** Inserts a merchant that `written` can find, then runs `end`, which returns or throws. */
function write(caller: Caller, name: string, end: () => unknown = () => ({ name })) {
  return inTransaction(ops.deps, caller, async (tx) => {
    await tx.merchants.insert({ id: `merch_${name}`, name });
    return end();
  });
}
const written = async (name: string) =>
  (await ops.repositories.merchants.find(`merch_${name}`)) !== null;
const fail = (error: unknown) => () => {
  throw error;
};

describe('a write without a key', () => {
  it('commits all of its rows or none, and stores no record', async () => {
    const { idempotency: _, ...caller } = keyedCaller();
    expect(await write(caller, 'plain')).toEqual({ name: 'plain' });
    await expect(write(caller, 'plain_no', fail(new Error('no')))).rejects.toThrow('no');
    expect([await written('plain'), await written('plain_no')]).toEqual([true, false]);
  });
});

describe('a write with a key', () => {
  it('runs once and replays its response to a repeated request', async () => {
    const caller = keyedCaller();
    const first = await write(caller, 'once', () => ({ at: 'first', list: [1, null, { a: 'b' }] }));
    expect(caller.replayed()).toBe(0);
    expect(await findRecord(caller)).toMatchObject({ outcome: { output: first } });
    const work = vi.fn(async () => ({ at: 'second' }));
    expect(await inTransaction(ops.deps, caller, work)).toEqual(first);
    expect(work).not.toHaveBeenCalled();
    expect(caller.replayed()).toBe(1);
  });

  it('runs once when it is sent ten times concurrently', async () => {
    const caller = keyedCaller();
    const work = vi.fn(async () => ({ id: newId('evt') }));
    const send = () => inTransaction(ops.deps, caller, work);
    const responses = await Promise.all(Array.from({ length: 10 }, send));
    expect(work).toHaveBeenCalledTimes(1);
    expect(new Set(responses.map(({ id }) => id)).size).toBe(1);
    expect(caller.replayed()).toBe(9);
  });

  it('is rejected with idempotency_key_reused when its body differs', async () => {
    const caller = keyedCaller();
    await write(caller, 'body_first');
    const other = getRepeat(caller, { fingerprint: 'b'.repeat(64) });
    await expect(write(other, 'body_second')).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(await written('body_second')).toBe(false);
    expect(await findRecord(caller)).toMatchObject({ fingerprint: 'a'.repeat(64) });
  });

  it.each([
    ['path', '/others'],
    ['method', 'PUT'],
    ['key', 'another'],
  ])('runs again with a different %s', async (field, value) => {
    const caller = keyedCaller();
    await write(caller, `scope_${field}_first`);
    await write(getRepeat(caller, { [field]: value }), `scope_${field}_second`);
    expect(await written(`scope_${field}_second`)).toBe(true);
  });

  it('runs again for another merchant and in the other mode', async () => {
    const caller = keyedCaller();
    await write(caller, 'scope_first');
    await write({ ...caller, mode: 'live' }, 'scope_live');
    await write({ ...caller, merchantId: newId('merch') }, 'scope_other');
    expect([await written('scope_live'), await written('scope_other')]).toEqual([true, true]);
  });
});

describe('a refused write with a key', () => {
  const codes = Object.keys(errorTable) as ErrorCode[];
  /** Refusals that a retry of the same request cannot resolve. */
  const isStored = (code: ErrorCode) =>
    errorTable[code].status > 400 && errorTable[code].status < 500 && !errorTable[code].retryable;

  it.each(codes.filter(isStored))(
    'with %s is rolled back, and the refusal is stored and replayed',
    async (code) => {
      const caller = keyedCaller();
      const refused = { name: 'DomainError', code, message: 'Because.' };
      const first = write(caller, `no_${code}`, fail(new DomainError(code, 'Because.')));
      await expect(first).rejects.toMatchObject(refused);
      expect(await written(`no_${code}`)).toBe(false);
      expect(await findRecord(caller)).toMatchObject({
        outcome: { error: { code, message: 'Because.' } },
      });
      await expect(write(caller, `no_${code}`)).rejects.toMatchObject(refused);
      expect(await written(`no_${code}`)).toBe(false);
      expect(caller.replayed()).toBe(1);
    },
  );

  it.each(codes.filter((code) => !isStored(code)))(
    'with %s is not stored, so that the same key can retry',
    async (code) => {
      const caller = keyedCaller();
      const first = write(caller, `retry_${code}`, fail(new DomainError(code)));
      await expect(first).rejects.toMatchObject({ code });
      expect(await findRecord(caller)).toBeNull();
      await write(caller, `retry_${code}`);
      expect([await written(`retry_${code}`), caller.replayed()]).toEqual([true, 0]);
    },
  );

  it('with an internal error is rolled back and not stored', async () => {
    const caller = keyedCaller();
    const broken = write(caller, 'broken', fail(new TypeError('x is undefined')));
    await expect(broken).rejects.toThrow('x is undefined');
    expect([await findRecord(caller), await written('broken')]).toEqual([null, false]);
  });

  it('with a database error is rolled back, and the next write succeeds', async () => {
    const caller = keyedCaller();
    const twice = () =>
      inTransaction(ops.deps, caller, (tx) =>
        tx.merchants.insert({ id: ops.scope.merchantId, name: 'twice' }),
      );
    await expect(twice()).rejects.toThrow(/database refused/);
    expect(await findRecord(caller)).toBeNull();
    await write(caller, 'after_refusal');
    expect(await written('after_refusal')).toBe(true);
  });
});

describe('an interrupted write', () => {
  it('leaves neither rows nor a record when the connection breaks before the record is stored', async () => {
    const caller = keyedCaller();
    const cut = inTransaction(ops.deps, caller, async (tx) => {
      await tx.merchants.insert({ id: 'merch_cut', name: 'cut' });
      // Like a crash of the process: the server closes the connection and rolls back.
      await ops.database.client.$executeRaw`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'idle in transaction'`;
      return { name: 'cut' };
    });
    await expect(cut).rejects.toMatchObject({ code: 'service_unavailable' });
    expect([await findRecord(caller), await written('cut')]).toEqual([null, false]);
    await write(caller, 'cut');
    expect([await written('cut'), caller.replayed()]).toEqual([true, 0]);
  });

  it('is rejected with idempotency_in_flight when the first write holds the lock too long', async () => {
    const caller = keyedCaller();
    const second = vi.fn(async () => 'second');
    await inTransaction(ops.deps, caller, async () => {
      const meanwhile = inTransaction(ops.deps, caller, second);
      await expect(meanwhile).rejects.toMatchObject({
        code: 'idempotency_in_flight',
        retryAfterSeconds: 1,
      });
      return 'first';
    });
    expect(second).not.toHaveBeenCalled();
    expect(await inTransaction(ops.deps, caller, second)).toBe('first');
  });
});
