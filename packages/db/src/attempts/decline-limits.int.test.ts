import { afterAll, beforeEach, expect, it } from 'vitest';
import { findDue } from '../../test/claims.ts';
import { addMerchant, addSession, newId, openTestDatabase } from '../../test/rows.ts';
import type { Scope } from '../sql/records.ts';

const { database, close } = await openTestDatabase();
afterAll(close);
const { client } = database;
let scope: Scope;
beforeEach(async () => {
  scope = await addMerchant(database);
});

const office = '192.0.2.7';
const limits = (network?: string, id = 'psess_new') =>
  database.forScope(scope).declineLimits.read(id, network);

/** Declines payments of a new session, and fans them out. */
async function decline(
  count: number,
  network: string | null = null,
  of = scope,
  { reason = 'stolen_card', secondsAgo = 0 } = {},
) {
  const at = new Date(Date.now() - secondsAgo * 1000);
  const { merchantId } = of;
  const proxySessionId = await addSession(database, of, {});
  if (network !== null) {
    await database.forScope(of).declineLimits.rememberNetwork(proxySessionId, network);
  }
  const ids = Array.from({ length: count }, () => newId('evt').replace('evt', 'ch'));
  await client.historyEntry.createMany({
    data: ids.map((declineId, n) => ({
      ...{ merchantId, proxySessionId, sequence: n + 1, action: 'record_decline', declineId },
      ...{ reason, actorKind: 'provider', at },
    })),
  });
  return fanOut(of, ids);
}

async function fanOut({ merchantId }: Scope, ids: readonly string[]) {
  await client.outboxWaiting.createMany({
    data: ids.map((eventId) => ({ merchantId, eventId, createdAt: new Date() })),
  });
  const found = await findDue(database, 'waiting_events');
  const merchants = found.filter(({ id }) => id === merchantId);
  return database.webhookQueue.fanOut(500, merchants);
}

/** Moves everything that was counted into the past. */
async function pass(seconds: number) {
  const earlier = (at: Date) => new Date(at.getTime() - seconds * 1000);
  for (const { merchantId, mode, network, countedAt } of await client.declineLimit.findMany({
    where: scope,
  })) {
    const where = { merchantId, mode, network };
    await client.declineLimit.updateMany({ where, data: { countedAt: earlier(countedAt) } });
  }
  const rate = await client.declineRate.findFirst({ where: scope });
  if (!rate) return;
  await client.declineRate.updateMany({
    where: scope,
    data: {
      countedAt: earlier(rate.countedAt),
      spikingSince: rate.spikingSince && earlier(rate.spikingSince),
    },
  });
}

it('counts declines for the network that got the form, and forgets one every two minutes', async () => {
  await decline(2, office);
  await decline(1, office);
  await decline(4);
  expect((await limits(office)).network?.level).toBeCloseTo(3, 0);
  expect((await limits('192.0.2.8')).network).toBeNull();
  expect((await limits()).network).toBeNull();
  await pass(2 * 120);
  await decline(1, office);
  expect((await limits(office)).network?.level).toBeCloseTo(2, 0);
  await pass(3_600);
  await decline(1, office);
  expect((await limits(office)).network?.level).toBeCloseTo(1, 0);
});

it('counts what is left of declines that waited for the fan-out, and no payers who give up', async () => {
  expect(await decline(24, office, scope, { secondsAgo: 6 * 3_600 })).toMatchObject({ spikes: [] });
  await decline(24, office, scope, { reason: 'payment_intent_authentication_failure' });
  expect((await limits(office)).network).toBeNull();
  expect(await limits()).toMatchObject({ isSpiking: false });
  const rate = await client.declineRate.findFirstOrThrow({ where: scope });
  expect(rate.lastHour).toBeCloseTo(24 * Math.exp(-6), 1);
  expect(rate.lastWeek).toBeCloseTo(24 * Math.exp(-6 / 168), 1);
});

it('counts a network no higher than for a delay of minutes', async () => {
  await decline(30, office);
  await decline(30, office);
  expect((await limits(office)).network?.level).toBeCloseTo(18, 0);
});

it('counts for the networks where the payer was first and last, of one merchant and mode', async () => {
  const { declineLimits } = database.forScope(scope);
  const other = await addMerchant(database);
  await decline(1, office);
  await decline(5, office, other);
  await decline(5, office, { ...scope, mode: scope.mode === 'test' ? 'live' : 'test' });
  expect((await limits(office)).network?.level).toBeCloseTo(1, 0);

  const merchantId = scope.merchantId;
  const { proxySessionId } = await client.payerNetwork.findFirstOrThrow({ where: { merchantId } });
  await declineLimits.rememberNetwork(proxySessionId, '192.0.2.8');
  await declineLimits.rememberNetwork(proxySessionId, '192.0.2.9');
  const { network, firstNetwork, firstSeenAt } = await client.payerNetwork.findFirstOrThrow({
    where: { merchantId, proxySessionId },
  });
  expect(await limits(office, proxySessionId)).toMatchObject({ network: { firstSeenAt } });
  expect(await limits(office)).toMatchObject({ network: { firstSeenAt: null } });
  const again = newId('evt').replace('evt', 'ch');
  await client.historyEntry.create({
    data: {
      ...{ merchantId, proxySessionId, sequence: 9, action: 'record_decline', declineId: again },
      ...{ reason: 'stolen_card', actorKind: 'provider', at: new Date() },
    },
  });
  await fanOut(scope, [again]);
  expect((await limits(office)).network?.level).toBeCloseTo(2, 0);
  expect((await limits('192.0.2.8')).network).toBeNull();
  expect((await limits('192.0.2.9')).network?.level).toBeCloseTo(1, 0);
  // A hash without the key could be found by hashing all addresses.
  for (const hash of [network, firstNetwork]) expect(hash).toMatch(/^[0-9a-f]{64}$/);
});

it('begins a spike with 20 declines, reports it once, and ends it when they stop', async () => {
  expect(await decline(19)).toMatchObject({ spikes: [] });
  expect(await limits()).toMatchObject({ isSpiking: false });
  expect(await decline(2)).toMatchObject({ spikes: [scope] });
  const since = (await client.declineRate.findFirstOrThrow({ where: scope })).spikingSince;
  expect(await decline(5)).toMatchObject({ spikes: [] });
  expect(await limits()).toMatchObject({ isSpiking: true });
  expect((await client.declineRate.findFirstOrThrow({ where: scope })).spikingSince).toEqual(since);

  await pass(1_800);
  expect(await limits()).toMatchObject({ isSpiking: true });
  await pass(2_400);
  expect(await limits()).toMatchObject({ isSpiking: false });
  expect(await decline(1)).toMatchObject({ spikes: [] });
  expect(await decline(21)).toMatchObject({ spikes: [scope] });
});

it('takes the usual declines of a merchant into account', async () => {
  // 100 per hour: as many in the last hour as in every hour of the week.
  await client.declineRate.create({
    data: { ...scope, lastHour: 100, lastWeek: 168 * 100, countedAt: new Date() },
  });
  expect(await decline(100)).toMatchObject({ spikes: [] });
  expect(await decline(300)).toMatchObject({ spikes: [] });
  expect(await decline(150)).toMatchObject({ spikes: [scope] });
  // 2.5 times as many as usual end it, not 10.
  await pass(1_800);
  expect(await limits()).toMatchObject({ isSpiking: true });
  await pass(1_800);
  expect(await limits()).toMatchObject({ isSpiking: false });
});

it('takes half of the declines of a spike as usual, so that an attack does not end its spike in days', async () => {
  await decline(21);
  await decline(100);
  const rate = await client.declineRate.findFirstOrThrow({ where: scope });
  expect(rate.lastHour).toBeGreaterThan(115);
  expect(rate.lastWeek).toBeCloseTo(71, 0);
});

it('begins again after years without a decline', async () => {
  await decline(30);
  await pass(10 * 365 * 86_400);
  expect(await limits()).toMatchObject({ isSpiking: false });
  expect(await decline(21)).toMatchObject({ spikes: [scope] });
});

it('lists a spike as one item that needs attention', async () => {
  await decline(21);
  const { attention } = database.forScope(scope);
  const [item, ...others] = await attention.list('decline_spike', { limit: 9 });
  expect(others).toEqual([]);
  expect(item).toMatchObject({ id: scope.merchantId, sessionId: null, name: null, reason: null });
  expect(await attention.countUpTo('decline_spike', 9)).toBe(1);
  await decline(3);
  expect(await attention.list('decline_spike', { limit: 9 })).toEqual([item]);
  await pass(7_200);
  expect(await attention.list('decline_spike', { limit: 9 })).toEqual([]);
  expect(await attention.countUpTo('decline_spike', 9)).toBe(0);
});
