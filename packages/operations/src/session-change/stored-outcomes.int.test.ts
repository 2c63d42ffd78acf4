import type { Database, Repositories } from '@parley/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyedCaller } from '../../test/keyed-caller.ts';
import { type Operations, startOperations } from '../../test/operations.ts';
import { attachProviderObject } from '../attempt/attach-provider-object.ts';
import { supersedeAttempt } from '../attempt/supersede-attempt.ts';
import { updateProviderConfig } from '../provider-config/update-provider-config.ts';
import type { Caller } from '../request/caller.ts';
import { newId } from '../request/new-id.ts';
import { cancelSession } from '../session/cancel-session.ts';
import { changeSession } from './change-session.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

/** Does not find the holder of an object, as when another request attaches it at the same time. */
const withoutHolder = <R extends Repositories>(repositories: R): R => ({
  ...repositories,
  attempts: { ...repositories.attempts, findByProviderObject: async () => null },
});
/** Changes that are decided without a lock always find that the session has changed. */
const onlyLocked = (database: Database): Database => ({
  ...database,
  commit: async () => 'conflict',
});

describe.each([
  ['a change', (database: Database) => database],
  ['a change of a locked session', onlyLocked],
])('%s with an idempotency key', (_, variant) => {
  const getDatabase = (): Database => {
    const { forScope, transaction } = ops.database;
    return variant({
      ...ops.database,
      forScope: (scope) => withoutHolder(forScope(scope)),
      transaction: (scope, work) => transaction(scope, (tx) => work(withoutHolder(tx))),
    });
  };

  it('stores a refusal by a unique index', async () => {
    const holder = await ops.payable();
    const { id } = await ops.session();
    const { acquisition_attempt: attempt } = await ops.reserve(id);
    const caller = keyedCaller(ops.caller);
    const attach = () =>
      attachProviderObject({ ...ops.deps, database: getDatabase() }, caller, {
        proxy_session_id: id,
        acquisition_attempt_id: attempt.id,
        expected_version: attempt.version,
        role: 'root',
        object_type: 'payment_intent',
        object_id: holder.objectId,
      });
    const conflict = { code: 'provider_object_conflict' };
    await expect(attach()).rejects.toMatchObject(conflict);
    // The object is free now, which a repeated request must not use.
    await ops.updateAttempt(holder.attemptId, {
      providerRootObjectId: `pi_other_${holder.id}`,
    });
    await expect(attach()).rejects.toMatchObject(conflict);
    expect(caller.replayed()).toBe(1);
    expect((await ops.read(id)).attempt.status).toBe('reserved');
  });

  it('stores its result and replays it', async () => {
    const { id } = await ops.session();
    const caller = keyedCaller(ops.caller);
    let runs = 0;
    const open = () =>
      changeSession({ ...ops.deps, database: getDatabase() }, caller, id, (change) => {
        runs += 1;
        change.command('open');
        return { status: change.session.status };
      });
    const opened = await open();
    const before = runs;
    expect([await open(), runs, caller.replayed()]).toEqual([opened, before, 1]);
    expect((await ops.read(id)).session).toMatchObject({ status: 'payer_opened', version: 2 });
  });

  it('is rejected with idempotency_in_flight while another transaction holds the key', async () => {
    const { id } = await ops.session();
    const caller = keyedCaller(ops.caller);
    const { method = '', path = '', key = '' } = caller.idempotency ?? {};
    await ops.database.transaction(ops.scope, async (tx) => {
      await tx.idempotency.claim({ method, path, key }, 'a'.repeat(64));
      const meanwhile = changeSession(
        { ...ops.deps, database: getDatabase() },
        caller,
        id,
        (change) => change.command('open'),
      );
      await expect(meanwhile).rejects.toMatchObject({
        code: 'idempotency_in_flight',
        retryAfterSeconds: 1,
      });
    });
    expect((await ops.read(id)).session.status).toBe('created');
  });
});

describe('a repeated request whose refusal is stored', () => {
  const closed = () => ops.stub.calls.filter((call) => call.startsWith('close'));
  const conflict = (code: string) => ({ code, name: 'DomainError' });

  it('to supersede does not close the provider object', async () => {
    const payable = await ops.payable();
    await ops.deliverProviderEvent(payable, { kind: 'failed', reason: 'processing_failed' });
    const { attempt } = await ops.read(payable.id);
    const caller = keyedCaller(ops.caller);
    const supersede = () =>
      supersedeAttempt(ops.deps, caller, {
        proxy_session_id: payable.id,
        acquisition_attempt_id: attempt.id,
        expected_version: attempt.version + 1,
        reason: 'again',
        replacement: {
          integration_path: 'payment_intent',
          provider_options_fingerprint: 'b'.repeat(64),
        },
      });
    await expect(supersede()).rejects.toMatchObject(conflict('attempt_version_conflict'));
    await ops.updateAttempt(attempt.id, { version: attempt.version + 1 });
    await expect(supersede()).rejects.toMatchObject(conflict('attempt_version_conflict'));
    expect([closed(), caller.replayed()]).toEqual([[], 1]);
  });

  it('to cancel does not close the provider object', async () => {
    const { id } = await ops.payable();
    const caller = keyedCaller(ops.caller);
    const { status } = (await ops.read(id)).session;
    await ops.setStatus(id, 'expired');
    const cancel = () => cancelSession(ops.deps, caller, { id });
    await expect(cancel()).rejects.toMatchObject(conflict('session_expired'));
    await ops.setStatus(id, status);
    await expect(cancel()).rejects.toMatchObject(conflict('session_expired'));
    expect([closed(), caller.replayed()]).toEqual([[], 1]);
  });

  it.each([
    ['cancel a session', (by: Caller) => cancelSession(ops.deps, by, { id: newId('psess') })],
    [
      'update an account',
      (by: Caller) => updateProviderConfig(ops.deps, by, { id: newId('pspcfg') }),
    ],
  ])('to %s that does not exist receives not_found again', async (_, request) => {
    const caller = keyedCaller(ops.caller);
    await expect(request(caller)).rejects.toMatchObject(conflict('not_found'));
    await expect(request(caller)).rejects.toMatchObject(conflict('not_found'));
    expect(caller.replayed()).toBe(1);
  });
});
