import { DomainError, type ErrorCode, errorTable } from '@parley/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Operations, startOperations } from '../../test/operations.ts';
import type { Caller } from './caller.ts';
import { inTransaction } from './in-transaction.ts';
import { newId } from './new-id.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

/** A caller with an idempotency key nobody has used. */
function keyed(change: object = {}): Caller & { replayed: () => number } {
  const onReplay = vi.fn<() => void>();
  const idempotency = {
    key: newId('req'),
    method: 'POST',
    path: '/things',
    fingerprint: 'a'.repeat(64),
    onReplay,
    ...change,
  };
  return { ...ops.caller, idempotency, replayed: () => onReplay.mock.calls.length };
}
const again = (caller: Caller, change: object) => keyed({ ...caller.idempotency, ...change });
const kept = (caller: Caller) =>
  ops.database.client.idempotencyRecord.findFirst({
    where: { ...ops.scope, key: caller.idempotency?.key ?? '' },
  });

/** Writes something that can be looked for, and answers or throws as told. */
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
  it('is all or nothing, and kept nowhere', async () => {
    const { idempotency: _, ...caller } = keyed();
    expect(await write(caller, 'plain')).toEqual({ name: 'plain' });
    await expect(write(caller, 'plain_no', fail(new Error('no')))).rejects.toThrow('no');
    expect([await written('plain'), await written('plain_no')]).toEqual([true, false]);
  });
});

describe('a write with a key', () => {
  it('is made once, and answered the same again', async () => {
    const caller = keyed();
    const first = await write(caller, 'once', () => ({ at: 'first', list: [1, null, { a: 'b' }] }));
    expect(caller.replayed()).toBe(0);
    expect(await kept(caller)).toMatchObject({ outcome: { output: first } });
    const work = vi.fn(async () => ({ at: 'second' }));
    expect(await inTransaction(ops.deps, caller, work)).toEqual(first);
    expect(work).not.toHaveBeenCalled();
    expect(caller.replayed()).toBe(1);
  });

  it('sent ten times at once is made once', async () => {
    const caller = keyed();
    const work = vi.fn(async () => ({ id: newId('evt') }));
    const send = () => inTransaction(ops.deps, caller, work);
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    expect(work).toHaveBeenCalledTimes(1);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(caller.replayed()).toBe(9);
  });

  it('with another body is refused, and neither made nor kept', async () => {
    const caller = keyed();
    await write(caller, 'body_first');
    const other = again(caller, { fingerprint: 'b'.repeat(64) });
    await expect(write(other, 'body_second')).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(await written('body_second')).toBe(false);
    expect(await kept(caller)).toMatchObject({ fingerprint: 'a'.repeat(64) });
  });

  it.each([
    ['path', '/others'],
    ['method', 'PUT'],
    ['key', 'another'],
  ])('is another one with another %s', async (field, value) => {
    const caller = keyed();
    await write(caller, `scope_${field}_first`);
    await write(again(caller, { [field]: value }), `scope_${field}_second`);
    expect(await written(`scope_${field}_second`)).toBe(true);
  });

  it('is another one for another merchant and in the other mode', async () => {
    const caller = keyed();
    await write(caller, 'whose_first');
    await write({ ...caller, mode: 'live' }, 'whose_live');
    await write({ ...caller, merchantId: newId('merch') }, 'whose_other');
    expect([await written('whose_live'), await written('whose_other')]).toEqual([true, true]);
  });

  it('is answered as things stand now where that was asked for', async () => {
    const caller = keyed();
    const run = (now: string) =>
      inTransaction(
        ops.deps,
        caller,
        async () => ({ id: 'x', now }),
        async (answer, tx) => {
          await tx.now();
          return { ...answer, now };
        },
      );
    expect(await run('first')).toEqual({ id: 'x', now: 'first' });
    expect(await run('later')).toEqual({ id: 'x', now: 'later' });
    expect(await kept(caller)).toMatchObject({ outcome: { output: { now: 'first' } } });
  });
});

describe('a refused write with a key', () => {
  const codes = Object.keys(errorTable) as ErrorCode[];
  /** Those that say "not so", not those that say "not now". */
  const isKept = (code: ErrorCode) =>
    errorTable[code].status > 400 && errorTable[code].status < 500 && !errorTable[code].retryable;

  it.each(codes.filter(isKept))('%s is kept, what was written undone', async (code) => {
    const caller = keyed();
    const refused = { name: 'DomainError', code, message: 'Because.' };
    const first = write(caller, `no_${code}`, fail(new DomainError(code, 'Because.')));
    await expect(first).rejects.toMatchObject(refused);
    expect(await written(`no_${code}`)).toBe(false);
    expect(await kept(caller)).toMatchObject({ outcome: { error: { code, message: 'Because.' } } });
    await expect(write(caller, `no_${code}`)).rejects.toMatchObject(refused);
    expect(await written(`no_${code}`)).toBe(false);
    expect(caller.replayed()).toBe(1);
  });

  it.each(codes.filter((code) => !isKept(code)))(
    '%s is not kept: the same key may try again',
    async (code) => {
      const caller = keyed();
      const first = write(caller, `retry_${code}`, fail(new DomainError(code)));
      await expect(first).rejects.toMatchObject({ code });
      expect(await kept(caller)).toBeNull();
      await write(caller, `retry_${code}`);
      expect([await written(`retry_${code}`), caller.replayed()]).toEqual([true, 0]);
    },
  );

  it('by a failure of ours leaves nothing at all', async () => {
    const caller = keyed();
    const broken = write(caller, 'broken', fail(new TypeError('x is undefined')));
    await expect(broken).rejects.toThrow('x is undefined');
    expect([await kept(caller), await written('broken')]).toEqual([null, false]);
  });

  it('by the database leaves nothing either, and goes through the next time', async () => {
    const caller = keyed();
    const twice = () =>
      inTransaction(ops.deps, caller, (tx) =>
        tx.merchants.insert({ id: ops.scope.merchantId, name: 'twice' }),
      );
    await expect(twice()).rejects.toThrow(/database refused/);
    expect(await kept(caller)).toBeNull();
    await write(caller, 'after_refusal');
    expect(await written('after_refusal')).toBe(true);
  });
});

describe('a write that is cut off', () => {
  it('between its work and its record leaves neither', async () => {
    const caller = keyed();
    const cut = inTransaction(ops.deps, caller, async (tx) => {
      await tx.merchants.insert({ id: 'merch_cut', name: 'cut' });
      // As when the process dies: the server drops the connection and what was written on it.
      await ops.database.client.$executeRaw`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'idle in transaction'`;
      return { name: 'cut' };
    });
    await expect(cut).rejects.toMatchObject({ code: 'service_unavailable' });
    expect([await kept(caller), await written('cut')]).toEqual([null, false]);
    await write(caller, 'cut');
    expect([await written('cut'), caller.replayed()]).toEqual([true, 0]);
  });

  it('by a lock that is held too long says that the first is still running', async () => {
    const caller = keyed();
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
