import type { DueMerchant } from '@parley/db';
import { DomainError } from '@parley/domain';
import { succeededWith } from '@parley/operations/testing';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runRound } from '../test/run-round.ts';
import { type Sessions, startSessions } from '../test/sessions.ts';
import { FairSlots } from './fair-slots.ts';
import { CHECKS, sweepAttemptChecks, sweepSubscriptions } from './provider-sweeps.ts';
import { sweepExpiredSessions, sweepOverdueReservations } from './sweeps.ts';

const sessions = await startSessions();
beforeEach(() => {
  sessions.lines.length = 0;
  sessions.takeClosed();
});
afterAll(() => sessions.stop());

const sweepExpired = (deps = sessions.deps, report = sessions.report) =>
  runRound(deps.database, 'expired_sessions', (merchants) =>
    sweepExpiredSessions(deps, report, merchants),
  );
/** Slots in which a round ends with its work. */
const wholeRounds = () => new FairSlots(CHECKS, 60_000);
/** Checks all attempts that are due, two of the merchant in a round. */
async function sweepChecks(): Promise<void> {
  const { deps, database, report } = sessions;
  const sweep = (merchants: readonly DueMerchant[]) =>
    sweepAttemptChecks(deps, report, wholeRounds(), merchants);
  while (await runRound(database, 'attempt_checks', sweep));
}
const sweepLost = () =>
  runRound(sessions.database, 'overdue_reservations', (merchants) =>
    sweepOverdueReservations(sessions.deps, sessions.report, merchants),
  );
const sql = (...query: Parameters<Sessions['database']['client']['$executeRaw']>) =>
  sessions.database.client.$executeRaw(...query);
/** Moves the deadline to seconds from now, by the database's clock; before now where negative. */
const setDeadline = (id: string, seconds: number) =>
  sql`UPDATE proxy_session SET expires_at = now() + make_interval(secs => ${seconds}) WHERE id = ${id}`;
const setRetryDeadline = (id: string, seconds: number) =>
  sql`UPDATE acquisition_attempt SET provider_retry_not_after = now() + make_interval(secs => ${seconds})
      WHERE proxy_session_id = ${id}`;

const endLeases = () =>
  sql`UPDATE proxy_session SET leased_until = now() - interval '1 millisecond' WHERE leased_until > now()`;

describe('a session whose deadline has passed', () => {
  it('expires and leaves other sessions open', async () => {
    const [due, early] = [await sessions.open(), await sessions.open()];
    await setDeadline(due, -1);
    await setDeadline(early, 60);
    await sweepExpired();
    expect(await sessions.readStatuses(due)).toEqual(['expired', 'expired']);
    expect(await sessions.readStatuses(early)).toEqual(['created', 'unreserved']);
  });

  it('is determined by the clock of the database', async () => {
    const id = await sessions.open();
    await setDeadline(id, 3600);
    const { now } = Date;
    Date.now = () => now() + 7_200_000;
    try {
      await sweepExpired();
    } finally {
      Date.now = now;
    }
    expect((await sessions.readStatuses(id))[0]).toBe('created');
  });

  it('has its provider object closed by the next attempt check', async () => {
    const id = await sessions.payable('pi_open');
    await setDeadline(id, -1);
    await sweepExpired();
    expect(await sessions.readStatuses(id)).toEqual(['expired', 'confirmed']);
    await sweepChecks();
    expect(sessions.takeClosed()).toEqual(['pi_open']);
    expect(await sessions.readStatuses(id)).toEqual(['expired', 'canceled']);
  });

  it('becomes paid if the payment succeeded first', async () => {
    const id = await sessions.payable('pi_fast');
    sessions.setOutcome('pi_fast', succeededWith(4200));
    await setDeadline(id, -1);
    await sweepExpired();
    await sweepChecks();
    expect(await sessions.readStatuses(id)).toEqual(['paid', 'succeeded']);
  });

  it.each(['processing', 'unknown'])('stays open while its attempt is %s', async (status) => {
    const id = await sessions.payable(`pi_${status}`);
    await sql`UPDATE acquisition_attempt SET status = ${status} WHERE proxy_session_id = ${id}`;
    await setDeadline(id, -1);
    await sweepExpired();
    expect(await sessions.readStatuses(id)).toEqual(['created', status]);
    expect(sessions.takeClosed()).toEqual([]);
  });

  it('emits one event under concurrent sweeps', async () => {
    const id = await sessions.open();
    await setDeadline(id, -1);
    await Promise.all([sweepExpired(), sweepExpired(), sweepExpired()]);
    const events = await sessions.database.forScope(sessions.scope).outbox.listBySession(id);
    expect(events.map((event) => event.type)).toEqual([
      'proxy_session.created',
      'proxy_session.expired',
    ]);
  });
});

describe('a session that cannot be expired now', () => {
  it('because the provider fails does not delay others and still expires', async () => {
    const stuck = await sessions.payable('pi_stuck');
    const other = await sessions.payable('pi_other');
    sessions.setOutcome('pi_stuck', new DomainError('provider_error'));
    await setDeadline(stuck, -20);
    await setDeadline(other, -10);
    await sweepExpired();
    expect(sessions.lines.at(-1)).toMatchObject({ sweep: 'expired_sessions', expired: 2 });
    await sweepChecks();
    expect((await sessions.readStatuses(stuck))[0]).toBe('expired');
    expect(await sessions.readStatuses(other)).toEqual(['expired', 'canceled']);
    const warning = sessions.lines.find((line) => line.level === 40);
    expect(warning).toMatchObject({ sweep: 'attempt_checks', proxy_session_id: stuck });
  });

  it('because its row is locked does not delay others and expires later', async () => {
    const held = await sessions.reserved();
    const other = await sessions.open();
    await setDeadline(held, -20);
    await setDeadline(other, -10);
    await sessions.database.client.$transaction(
      async (tx) => {
        await tx.$queryRaw`
          SELECT 1 FROM acquisition_attempt
          WHERE merchant_id = ${sessions.scope.merchantId} AND proxy_session_id = ${held} FOR UPDATE`;
        await sweepExpired();
      },
      { timeout: 20_000 },
    );
    expect((await sessions.readStatuses(held))[0]).toBe('created');
    expect((await sessions.readStatuses(other))[0]).toBe('expired');
    // Not claimed again until its lease ends.
    await sweepExpired();
    expect((await sessions.readStatuses(held))[0]).toBe('created');
    await endLeases();
    await sweepExpired();
    expect((await sessions.readStatuses(held))[0]).toBe('expired');
  });
});

it('sessions that cannot be read are logged and counted as failed', async () => {
  await setDeadline(await sessions.open(), -1);
  const forScope = () => {
    throw new DomainError('service_unavailable');
  };
  const database = { ...sessions.database, forScope };
  await sweepExpired({ ...sessions.deps, database });
  expect(sessions.lines).toMatchObject([
    { msg: 'sweep failed', merchant_id: sessions.scope.merchantId },
    { msg: 'sweep', sweep: 'expired_sessions', failed: 1 },
  ]);
  await endLeases();
  await sweepExpired();
});

describe('a session that is locked', () => {
  /** A session of another merchant whose deadline passed before all others. */
  async function openOfOther(): Promise<string> {
    const id = await sessions.reserved();
    const [merchantId, configId] = [sessions.deps.newId('merch'), sessions.deps.newId('pspcfg')];
    await sql`INSERT INTO merchant (id, name) VALUES (${merchantId}, 'Other')`;
    await sql`
      INSERT INTO psp_config SELECT (jsonb_populate_record(t, jsonb_build_object(
        'merchant_id', ${merchantId}::text, 'id', ${configId}::text))).*
      FROM psp_config t WHERE merchant_id = ${sessions.scope.merchantId} LIMIT 1`;
    for (const table of ['proxy_session', 'acquisition_attempt']) {
      await sessions.database.client.$executeRawUnsafe(
        `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object(
           'merchant_id', $1::text, 'merchant_psp_config_id', $2::text))).*
         FROM ${table} t WHERE $3 IN (to_jsonb(t)->>'proxy_session_id', to_jsonb(t)->>'id')`,
        merchantId,
        configId,
        id,
      );
    }
    await sql`UPDATE proxy_session SET expires_at = now() - interval '1 day' WHERE merchant_id = ${merchantId}`;
    return merchantId;
  }
  const statusAt = async (merchantId: string) =>
    (await sessions.database.client.proxySession.findFirst({ where: { merchantId } }))?.status;

  it.each([
    ['proxy_session', []],
    ['acquisition_attempt', [{ failed: 1 }]],
  ])('in %s delays no session, of its merchant or of another', async (table, expected) => {
    const merchantId = await openOfOther();
    const mine = await sessions.open();
    await setDeadline(mine, -1);
    const failures: unknown[] = [];
    const recordSweep = (sweep: string, counts: Readonly<Record<string, number>>) => {
      if ('failed' in counts) failures.push(counts);
      sessions.report.recordSweep(sweep, counts);
    };
    await sessions.database.client.$transaction(
      async (tx) => {
        await tx.$queryRawUnsafe(
          `SELECT 1 FROM ${table} WHERE merchant_id = $1 FOR UPDATE`,
          merchantId,
        );
        await sweepExpired(sessions.deps, { ...sessions.report, recordSweep });
        expect(await statusAt(merchantId)).toBe('created');
        expect((await sessions.readStatuses(mine))[0]).toBe('expired');
      },
      { timeout: 20_000 },
    );
    expect(failures).toEqual(expected);
    await endLeases();
    await sweepExpired();
    expect(await statusAt(merchantId)).toBe('expired');
  });
});

describe('a round of the sweep', () => {
  it('expires the sessions of every merchant, whatever the backlog of one of them', async () => {
    const { merchantId } = sessions.scope;
    const [old, theirs] = [await sessions.open(), await sessions.open()];
    const busy = sessions.deps.newId('merch');
    await sql`INSERT INTO merchant (id, name) VALUES (${busy}, 'Busy')`;
    await sql`
      INSERT INTO proxy_session SELECT (jsonb_populate_record(t, jsonb_build_object(
        'merchant_id', ${busy}::text, 'id', 'copy_' || n, 'attempt_id', 'copy_' || n,
        'expires_at', now() - interval '1 day'))).*
      FROM proxy_session t, generate_series(1, 1000) n
      WHERE merchant_id = ${merchantId} AND id = ${old}`;
    await setDeadline(theirs, -1);
    expect(await sweepExpired()).toBe(true);
    expect(await sessions.readStatuses(theirs)).toEqual(['expired', 'expired']);
    const expired = () =>
      sessions.database.client.proxySession.count({
        where: { merchantId: busy, status: 'expired' },
      });
    expect(await expired()).toBe(200);
    while (await sweepExpired());
    expect(await expired()).toBe(1000);
  });

  it('logs nothing if nothing is due', async () => {
    await sweepExpired();
    sessions.lines.length = 0;
    expect(await sweepExpired()).toBe(false);
    expect(sessions.lines).toEqual([]);
  });
});

describe('a round of reads from the provider that all fail', () => {
  /** Rows of merchants that do not exist, so that their reads fail. */
  const createRows = (merchants: number, length: number) =>
    Array.from({ length }, (_, n) => ({
      merchantId: `merch_missing_${n % merchants}`,
      mode: 'test',
      id: `row_${n}`,
      proxySessionId: 'psess_missing',
      attemptId: 'pspacq_missing',
      unreadSeconds: 0,
    }));

  /** Returns whether there may be more rows after a round with these. */
  async function mayBeMore(
    sweep: (deps: typeof sessions.deps) => Promise<boolean>,
    rows: readonly unknown[],
  ): Promise<boolean> {
    const claim = async () => rows as never[];
    const finish = async () => true;
    const providerSweeps = {
      ...sessions.database.providerSweeps,
      ...{ claimAttemptChecks: claim, claimSubscriptions: claim },
      ...{ finishAttemptCheck: finish, finishSubscription: finish },
    };
    return sweep({ ...sessions.deps, database: { ...sessions.database, providerSweeps } });
  }
  const merchants = ['merch_missing_0', 'merch_missing_1'].map((id) => ({ id, shard: '' }));
  const checks = (deps: typeof sessions.deps) =>
    sweepAttemptChecks(deps, sessions.report, wholeRounds(), merchants);
  const subscriptions = (deps: typeof sessions.deps) =>
    sweepSubscriptions(deps, sessions.report, wholeRounds(), 60, merchants);

  it('is followed by the next one if the reads are of one merchant', async () => {
    expect(await mayBeMore(checks, createRows(1, 2))).toBe(true);
    expect(await mayBeMore(subscriptions, createRows(1, 2))).toBe(true);
  });

  it('is the last one if the reads are of several merchants, or if there are none', async () => {
    expect(await mayBeMore(checks, createRows(4, 8))).toBe(false);
    expect(await mayBeMore(subscriptions, createRows(4, 8))).toBe(false);
    expect(await mayBeMore(checks, [])).toBe(false);
    expect(await mayBeMore(subscriptions, [])).toBe(false);
  });

  it('does not delay those of other merchants while one merchant’s take long', async () => {
    const [slow, other] = merchants;
    const claimed: unknown[] = [];
    const finished: string[] = [];
    const end = Promise.withResolvers<boolean>();
    const slots = new FairSlots(CHECKS, 50);
    const sweep = (rows: readonly unknown[]) => {
      const providerSweeps = {
        ...sessions.database.providerSweeps,
        claimAttemptChecks: async (...[, served]: readonly unknown[]) => {
          claimed.push(served);
          return rows as never[];
        },
        finishAttemptCheck: async ({ merchantId }: { readonly merchantId: string }) => {
          if (merchantId === slow?.id) await end.promise;
          finished.push(merchantId);
          return true;
        },
      };
      const deps = { ...sessions.deps, database: { ...sessions.database, providerSweeps } };
      return sweepAttemptChecks(deps, sessions.report, slots, merchants);
    };
    await sweep(createRows(1, 2));
    await sweep(createRows(2, 2).slice(1));
    await expect.poll(() => finished).toEqual([other?.id]);
    expect(claimed).toEqual([[slow, other], [other]]);
    end.resolve(true);
    await slots.drain();
    expect(finished).toEqual([other?.id, slow?.id, slow?.id]);
  });
});

describe('a reservation without a provider object', () => {
  it('becomes unknown after its retry deadline and not before', async () => {
    const [lost, fresh] = [await sessions.reserved(), await sessions.reserved()];
    await setRetryDeadline(lost, -1);
    await setRetryDeadline(fresh, 60);
    await sweepLost();
    expect(await sessions.readStatuses(lost)).toEqual(['created', 'unknown']);
    expect(await sessions.readStatuses(fresh)).toEqual(['created', 'reserved']);
    const events = await sessions.database.forScope(sessions.scope).outbox.listBySession(lost);
    expect(events.at(-1)?.type).toBe('acquisition_attempt.unknown');
  });

  it('does not include an attempt with an attached object', async () => {
    const id = await sessions.payable('pi_attached');
    await setRetryDeadline(id, -1);
    await sweepLost();
    expect((await sessions.readStatuses(id))[1]).toBe('confirmed');
  });

  it('keeps its session open past the deadline while it is unknown', async () => {
    const id = await sessions.reserved();
    await setRetryDeadline(id, -1);
    await sweepLost();
    await setDeadline(id, -1);
    await sweepExpired();
    expect(await sessions.readStatuses(id)).toEqual(['created', 'unknown']);
  });
});
