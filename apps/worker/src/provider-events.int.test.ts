import { setTimeout } from 'node:timers/promises';
import {
  addAttempt,
  addMerchant,
  addSession,
  claimsOfAll,
  reservedColumns,
} from '@parley/db/testing';
import { DomainError } from '@parley/domain';
import { succeededWith } from '@parley/operations/testing';
import { waitFor } from '@parley/testing';
import { Registry } from 'prom-client';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { runRound } from '../test/run-round.ts';
import { startSessions } from '../test/sessions.ts';
import { createProviderEventRounds, type ProviderEventRounds } from './provider-events.ts';
import { warnOfStuckEvents } from './queue-alerts.ts';
import { createWorkerReport } from './worker-report.ts';

const sessions = await startSessions();
const registry = new Registry();
const workerReport = createWorkerReport(sessions.report.logger, registry);
beforeEach(async () => {
  sessions.lines.length = 0;
  await sessions.database.client.providerEvent.deleteMany();
});
afterAll(() => sessions.stop());

/** Begins to apply one claim of events. */
const runDue = (rounds: ProviderEventRounds) =>
  runRound(sessions.database, 'provider_events', rounds.round);

/** Applies one claim of events completely. Returns whether there may be more. */
async function round(): Promise<boolean> {
  const rounds = createProviderEventRounds(sessions.deps, sessions.report.logger, workerReport);
  const mayBeMore = await runDue(rounds);
  await rounds.drain();
  return mayBeMore;
}
const receiveEvent = (eventId: string, objectId: string, type = 'payment_intent.succeeded') =>
  sessions.database.providerEvents.insert({
    ...sessions.scope,
    providerConfigId: sessions.providerConfigId,
    eventId,
    type,
    objectId,
    payload: {
      id: eventId,
      type,
      created: 1_795_165_200,
      livemode: false,
      data: { object: { id: objectId, card: '4242' } },
    },
    occurredAt: new Date(),
  });
const event = (eventId: string) =>
  sessions.database.client.providerEvent.findFirstOrThrow({ where: { eventId } });
const paid = succeededWith(4200);

it('a provider event is applied with the state read from the provider', async () => {
  const id = await sessions.payable('pi_paid');
  sessions.setOutcome('pi_paid', paid);
  // The event reports a failure, but the object read from the provider decides.
  await receiveEvent('evt_1', 'pi_paid', 'payment_intent.payment_failed');
  await round();
  expect(await round()).toBe(false);
  expect(await sessions.readStatuses(id)).toEqual(['paid', 'succeeded']);
  expect(await event('evt_1')).toMatchObject({ status: 'applied', proxySessionId: id });
});

it('measures the time until a provider event is applied, and not that of parked and ignored ones', async () => {
  const readTimes = async () =>
    (await registry.getSingleMetric('parley_provider_event_applied_seconds')?.get())?.values
      .filter((one) => 'metricName' in one && /_(sum|count)$/.test(`${one.metricName}`))
      .map(({ value }) => value) ?? [];
  for (const name of ['timed', 'was_parked']) {
    await sessions.payable(`pi_${name}`);
    sessions.setOutcome(`pi_${name}`, paid);
    await receiveEvent(`evt_${name}`, `pi_${name}`);
  }
  await receiveEvent('evt_ignored', 'acct_1', 'account.updated');
  await sessions.database.client.$executeRaw`
    UPDATE provider_event SET received_at = now() - interval '1 hour'`;
  await sessions.database.client.$executeRaw`
    UPDATE provider_event SET parks = 1 WHERE event_id = 'evt_was_parked'`;
  registry.resetMetrics();
  await round();
  expect((await event('evt_was_parked')).status).toBe('applied');
  const [sum = 0, count] = await readTimes();
  expect(count).toBe(1);
  expect(Math.floor(sum / 3_600)).toBe(1);
});

it('a provider event is retried later when the provider fails and delays no other event', async () => {
  const [stuck, other] = [await sessions.payable('pi_stuck'), await sessions.payable('pi_well')];
  sessions.setOutcome('pi_stuck', new DomainError('provider_error'));
  sessions.setOutcome('pi_well', paid);
  await receiveEvent('evt_stuck', 'pi_stuck');
  await receiveEvent('evt_well', 'pi_well');
  await round();
  expect(await sessions.readStatuses(other)).toEqual(['paid', 'succeeded']);
  const waiting = await event('evt_stuck');
  expect(waiting).toMatchObject({ status: 'waiting', attempts: 1, leaseToken: null });
  expect(waiting.note).toMatch(/^provider_error: /);
  expect(waiting.dueAt.getTime()).toBeGreaterThan(waiting.receivedAt.getTime());

  sessions.setOutcome('pi_stuck', paid);
  await sessions.database.client.$executeRaw`
    UPDATE provider_event SET due_at = now() - interval '1 second'`;
  await round();
  expect(await sessions.readStatuses(stuck)).toEqual(['paid', 'succeeded']);
});

it('a provider event fails after ten internal errors', async () => {
  await sessions.payable('pi_never');
  sessions.setOutcome('pi_never', new Error('connection string with a password'));
  await receiveEvent('evt_never', 'pi_never');
  await sessions.database.client.$executeRaw`UPDATE provider_event SET internal_failures = 9`;
  await round();
  expect(await event('evt_never')).toMatchObject({ status: 'failed', note: 'internal error' });
  expect(await round()).toBe(false);
});

it('a provider event fails after ten workers that claimed it ended without an outcome', async () => {
  const { database } = sessions;
  const id = await sessions.payable('pi_survives');
  sessions.setOutcome('pi_survives', paid);
  await receiveEvent('evt_fatal', 'pi_fatal');
  await receiveEvent('evt_survives', 'pi_survives');
  const crash = async (eventId: string) => {
    const events = await claimsOfAll(database).claimProviderEvents({
      token: eventId,
      seconds: 60,
      limit: 8,
    });
    expect(events.map((one) => one.eventId)).toContain(eventId);
    await database.client.$executeRaw`
      UPDATE provider_event SET leased_until = now() - interval '1 second'`;
  };
  for (let crashes = 0; crashes < 9; crashes++) await crash('evt_fatal');
  await database.client.$executeRaw`
    UPDATE provider_event SET due_at = now() + interval '1 hour' WHERE event_id = 'evt_survives'`;
  await crash('evt_fatal');
  await database.client.$executeRaw`UPDATE provider_event SET due_at = 'epoch'`;
  await round();
  expect(await event('evt_fatal')).toMatchObject({
    status: 'failed',
    note: expect.stringContaining('without a result'),
    internalFailures: 10,
  });
  expect((await event('evt_survives')).status).toBe('applied');
  expect(await sessions.readStatuses(id)).toEqual(['paid', 'succeeded']);
});

it('provider events that failed before are applied one after another, the most failed one last', async () => {
  const { deps, database } = sessions;
  const order: string[] = [];
  let running = 0;
  const connectProvider: typeof deps.connectProvider = (account) => ({
    ...deps.connectProvider(account),
    findOwners: async ({ id }) => {
      running += 1;
      order.push(running === 1 ? id : `${id} with others`);
      await setTimeout(20);
      running -= 1;
      return [];
    },
  });
  await sessions.openCheckout();
  for (const name of ['worst', 'b', 'c', 'd']) await receiveEvent(`evt_${name}`, `pi_${name}`);
  await database.client.$executeRaw`UPDATE provider_event SET internal_failures = 1`;
  await database.client.$executeRaw`
    UPDATE provider_event SET internal_failures = 2 WHERE event_id = 'evt_worst'`;
  const { logger } = sessions.report;
  const rounds = createProviderEventRounds(
    { ...deps, connectProvider },
    logger,
    workerReport,
    60_000,
  );
  await runDue(rounds);
  await rounds.drain();
  expect(order.toSorted()).toEqual(['pi_b', 'pi_c', 'pi_d', 'pi_worst']);
  expect(order.at(-1)).toBe('pi_worst');
});

it('a provider event is parked if it matches no attempt and ignored if its type has no effect', async () => {
  await receiveEvent('evt_stranger', 'pi_stranger');
  await receiveEvent('evt_other', 'acct_1', 'account.updated');
  await round();
  expect((await event('evt_stranger')).status).toBe('parked');
  expect((await event('evt_other')).status).toBe('ignored');
});

it('logs no payload', async () => {
  await receiveEvent('evt_logged', 'pi_unknown');
  await round();
  expect(sessions.lines).toHaveLength(1);
  expect(JSON.stringify(sessions.lines)).not.toContain('4242');
});

it('an event that the provider left waiting for hours is parked for a minute, not for years', async () => {
  await receiveEvent('evt_outage', 'pi_unmatched');
  await sessions.database.client.$executeRaw`
    UPDATE provider_event SET attempts = 40, transient_failures = 40`;
  await round();
  const parked = await event('evt_outage');
  expect(parked).toMatchObject({ status: 'parked', parks: 1, transientFailures: 0 });
  const delayMs = parked.dueAt.getTime() - (parked.finishedAt?.getTime() ?? 0);
  expect(delayMs).toBe(60_000);
});

it('a parked event that is due is applied again, however often it was parked', async () => {
  await receiveEvent('evt_parked', 'pi_late');
  await sessions.database.client.$executeRaw`
    UPDATE provider_event SET status = 'parked', parks = 90, due_at = now() - interval '1 second'`;
  const id = await sessions.payable('pi_late');
  sessions.setOutcome('pi_late', paid);
  await round();
  expect(await sessions.readStatuses(id)).toEqual(['paid', 'succeeded']);
});

it('an event whose outcome the database refuses fails visibly and delays no other', async () => {
  const id = await sessions.payable('pi_fine');
  sessions.setOutcome('pi_fine', paid);
  await receiveEvent('evt_refused', 'pi_refused');
  await receiveEvent('evt_fine', 'pi_fine');
  const { client } = sessions.database;
  await client.$executeRaw`UPDATE provider_event SET internal_failures = 9 WHERE event_id = 'evt_refused'`;
  await client.$executeRaw`
    ALTER TABLE provider_event ADD CONSTRAINT refuses CHECK (status <> 'parked')`;
  try {
    await round();
  } finally {
    await client.$executeRaw`ALTER TABLE provider_event DROP CONSTRAINT refuses`;
  }
  expect(await sessions.readStatuses(id)).toEqual(['paid', 'succeeded']);
  expect(await event('evt_refused')).toMatchObject({
    status: 'failed',
    note: 'the outcome could not be stored',
    leaseToken: null,
  });
});

/** Rounds whose searches at the provider end when the test calls `respond`. */
function roundsWithSlowProvider() {
  const { deps, report } = sessions;
  const owners = Promise.withResolvers<[]>();
  const connectProvider: typeof deps.connectProvider = (account) => ({
    ...deps.connectProvider(account),
    findOwners: () => owners.promise,
  });
  const rounds = createProviderEventRounds(
    { ...deps, connectProvider },
    report.logger,
    workerReport,
  );
  return { rounds, respond: () => owners.resolve([]) };
}

/** Adds a merchant with 100 events whose owners are searched, all dated by their sender to 2001. */
async function addBacklog(): Promise<void> {
  const { database } = sessions;
  const slow = await addMerchant(database);
  const reserved = await reservedColumns(database, slow);
  const checkout = { ...reserved, integrationPath: 'checkout_session' };
  await addAttempt(database, slow, await addSession(database, slow), checkout);
  const providerConfigId = reserved.merchantProviderConfigId;
  await database.client.$executeRaw`
    INSERT INTO provider_event (merchant_id, psp_config_id, event_id, mode, type, object_id,
      payload, status, due_at, occurred_at)
    SELECT ${slow.merchantId}, ${providerConfigId}, 'evt_' || n, 'test', 'payment_intent.succeeded',
      'pi_slow', '{"id": "evt", "type": "payment_intent.succeeded", "created": 978307200,
        "livemode": false, "data": {"object": {"id": "pi_slow", "object": "payment_intent"}}}',
      'waiting', 'epoch', '2001-01-01'
    FROM generate_series(1, 100) n`;
}

it('a merchant whose provider hangs does not delay the events of another merchant', async () => {
  const { database } = sessions;
  await addBacklog();
  const { rounds, respond } = roundsWithSlowProvider();
  try {
    await runDue(rounds);
    await runDue(rounds);
    const id = await sessions.payable('pi_theirs');
    sessions.setOutcome('pi_theirs', paid);
    await receiveEvent('evt_theirs', 'pi_theirs');
    await runDue(rounds);
    await waitFor(async () => (await sessions.readStatuses(id))[0] === 'paid');
    const held = await database.client.providerEvent.count({
      where: { leaseToken: { not: null } },
    });
    expect(held).toBe(13);
  } finally {
    respond();
    await rounds.drain();
  }
});

it('21 merchants with a backlog of events dated 2001 leave a slot for the event of another one', async () => {
  for (let n = 0; n < 21; n++) await addBacklog();
  const { rounds, respond } = roundsWithSlowProvider();
  try {
    for (let n = 0; n < 4; n++) await runDue(rounds);
    const id = await sessions.payable('pi_victim');
    sessions.setOutcome('pi_victim', paid);
    await receiveEvent('evt_victim', 'pi_victim');
    await runDue(rounds);
    await waitFor(async () => (await event('evt_victim')).status === 'applied');
    expect(await sessions.readStatuses(id)).toEqual(['paid', 'succeeded']);
  } finally {
    respond();
    await rounds.drain();
  }
});

it('an event that the provider delays does not delay later events of its merchant', async () => {
  await sessions.openCheckout();
  const { rounds, respond } = roundsWithSlowProvider();
  try {
    await receiveEvent('evt_delayed', 'pi_delayed');
    await runDue(rounds);
    const id = await sessions.payable('pi_later');
    sessions.setOutcome('pi_later', paid);
    await receiveEvent('evt_later', 'pi_later');
    await runDue(rounds);
    await waitFor(async () => (await event('evt_later')).status === 'applied');
    expect(await sessions.readStatuses(id)).toEqual(['paid', 'succeeded']);
    expect((await event('evt_delayed')).status).toBe('waiting');
  } finally {
    respond();
    await rounds.drain();
  }
});

it('an outcome that the database cannot store for a moment is stored before the lease ends', async () => {
  const { database, deps } = sessions;
  let failures = 2;
  const unstable: typeof database = {
    ...database,
    providerEvents: {
      ...database.providerEvents,
      finish: (...finished) =>
        failures-- > 0
          ? Promise.reject(new DomainError('service_unavailable'))
          : database.providerEvents.finish(...finished),
    },
  };
  const rounds = createProviderEventRounds(
    { ...deps, database: unstable },
    sessions.report.logger,
    workerReport,
  );
  await receiveEvent('evt_outage', 'acct_1', 'account.updated');
  await runDue(rounds);
  await rounds.drain();
  expect(await event('evt_outage')).toMatchObject({ status: 'ignored', leaseToken: null });
});

it('the log warns of failed provider events and of those that wait for too long', async () => {
  const warnings = () => sessions.lines.filter(({ level }) => level === 40);
  await receiveEvent('evt_waiting', 'pi_1');
  await warnOfStuckEvents(sessions.deps, sessions.report.logger);
  expect(warnings()).toEqual([]);
  const { client } = sessions.database;
  await client.$executeRaw`UPDATE provider_event SET received_at = now() - interval '20 minutes'`;
  await warnOfStuckEvents(sessions.deps, sessions.report.logger);
  expect(warnings()).toMatchObject([{ oldest_waiting_seconds: 1_200, waiting: 1, failed: 0 }]);
  await client.$executeRaw`UPDATE provider_event SET status = 'failed'`;
  await warnOfStuckEvents(sessions.deps, sessions.report.logger);
  expect(warnings().at(-1)).toMatchObject({ oldest_waiting_seconds: 0, waiting: 0, failed: 1 });
});
