import { DomainError } from '@parley/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keyedCaller } from '../../test/keyed-caller.ts';
import { type Operations, startOperations } from '../../test/operations.ts';
import { insertApiKey } from '../request/api-key.ts';
import { createSession } from './create-session.ts';
import { createSessionWithHandoff } from './create-session-with-handoff.ts';
import { createTestSession } from './create-test-session.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

it('a test session needs test mode and a publishable key', async () => {
  const live = { ...ops.caller, mode: 'live' } as const;
  await expect(createTestSession(ops.deps, live)).rejects.toMatchObject({
    code: 'session_state_conflict',
    message: 'Test sessions exist in test mode only.',
  });
  await expect(createTestSession(ops.deps, ops.caller)).rejects.toMatchObject({
    code: 'publishable_key_mismatch',
    message: 'This merchant has no publishable key yet. Create one first.',
  });
});

it('a test session has a sample cart, whose lines add up, and can be handed to a payer', async () => {
  const key = await insertApiKey(ops.deps, ops.scope, { kind: 'publishable', name: 'page' });
  const { id, status, handoff_url } = await createTestSession(ops.deps, ops.caller);
  expect([status, handoff_url]).toEqual([
    'payer_handoff_pending',
    `https://pay.test/${id}?pk=${key}`,
  ]);
  const { session, cartSnapshot } = await ops.read(id);
  const lines = cartSnapshot.lines as { amount_minor: number }[];
  expect(lines.length).toBeGreaterThan(0);
  expect(session).toMatchObject({
    amountMinor: lines.reduce((sum, line) => sum + line.amount_minor, 0),
    currency: expect.stringMatching(/^(eur|usd|jpy)$/),
    buyerReference: expect.stringMatching(/^test_buyer_\d{4}$/),
    metadata: { created_by: 'dashboard' },
  });
});

it('a key that cannot be checked is not reported as invalid', async () => {
  const publishable_key = await insertApiKey(ops.deps, ops.scope, {
    kind: 'publishable',
    name: 'page',
  });
  const unavailable = new DomainError('service_unavailable');
  const apiKeysByHash = { ...ops.database.apiKeysByHash, find: () => Promise.reject(unavailable) };
  const database = { ...ops.database, apiKeysByHash };
  await expect(
    createSessionWithHandoff({ ...ops.deps, database }, ops.caller, {
      amount_minor: 4200,
      currency: 'eur',
      buyer_reference: 'buyer',
      cart_snapshot: {},
      publishable_key,
    }),
  ).rejects.toBe(unavailable);
});

it('a repeated request receives its stored response even after its deadline', async () => {
  const caller = keyedCaller(ops.caller);
  const order = {
    amount_minor: 4200,
    currency: 'eur',
    buyer_reference: 'buyer',
    cart_snapshot: {},
    expires_at: new Date(Date.now() + 60_000).toISOString(),
  };
  const created = await createSession(ops.deps, caller, order);
  const database = { ...ops.database, now: async () => new Date(Date.now() + 3_600_000) };
  const late = { ...ops.deps, database };
  expect(await createSession(late, caller, order)).toEqual(created);
  await expect(createSession(late, keyedCaller(ops.caller), order)).rejects.toMatchObject({
    code: 'invalid_expiry',
  });
});

it('a request that the database cannot take does not ask it again', async () => {
  const unavailable = new DomainError('service_unavailable');
  let reads = 0;
  const database: typeof ops.database = {
    ...ops.database,
    commit: () => Promise.reject(unavailable),
    forScope: (scope) => {
      reads += 1;
      return ops.database.forScope(scope);
    },
  };
  const order = { amount_minor: 100, currency: 'eur', buyer_reference: 'buyer', cart_snapshot: {} };
  // A request with an API key has them.
  const settings = (await ops.database.forScope(ops.scope).settings.find()) ?? undefined;
  const caller = { ...keyedCaller(ops.caller), settings };
  await expect(createSession({ ...ops.deps, database }, caller, order)).rejects.toBe(unavailable);
  expect(reads).toBe(0);
});
