import { succeededWith } from '@parley/operations/testing';
import { afterAll, expect, it } from 'vitest';
import { runRound } from '../test/run-round.ts';
import { startSessions } from '../test/sessions.ts';
import { createProviderEventRounds } from './provider-events.ts';

/** Many claims of every type; FOREIGN_EVENTS sets another number, to measure it. */
const EVENTS = Number(process.env.FOREIGN_EVENTS ?? 600);

const sessions = await startSessions();
afterAll(() => sessions.stop());

const { database, scope, providerConfigId } = sessions;

/** The names of the calls to the provider. */
const calls: string[] = [];
const { connectProvider } = sessions.deps;
const deps: typeof sessions.deps = {
  ...sessions.deps,
  connectProvider: (account) =>
    Object.fromEntries(
      Object.entries(connectProvider(account)).map(([name, call]) => [
        name,
        (...input: unknown[]) => {
          calls.push(name);
          return Reflect.apply(call, undefined, input);
        },
      ]),
    ) as unknown as ReturnType<typeof connectProvider>,
};

/** Applies every event that is due. */
async function applyDue() {
  const rounds = createProviderEventRounds(deps, sessions.report.logger, sessions.report);
  // A round claims nothing while too many events of the merchant are in progress.
  while (await runRound(database, 'provider_events', rounds.round)) await rounds.drain();
}

/** Makes all events due, received as many seconds ago. */
const age = (seconds: number) => database.client.$executeRaw`
  UPDATE provider_event SET due_at = now() - interval '1 second',
    received_at = now() - make_interval(secs => ${seconds}) WHERE status IN ('waiting', 'parked')`;

const countByStatus = async () => {
  const rows = await database.client.providerEvent.groupBy({ by: ['status'], _count: true });
  return Object.fromEntries(rows.map(({ status, _count }) => [status, _count]));
};

const attention = database.forScope(scope).attention;

it('ignores the events of payments elsewhere without calls to the provider or attention items', async () => {
  // The merchant also takes payments here.
  await sessions.payable('pi_open');
  const id = await sessions.payable('pi_own');
  sessions.setOutcome('pi_own', succeededWith(4200));
  await database.client.$executeRaw`
    INSERT INTO provider_event (merchant_id, psp_config_id, event_id, mode, type, object_id, payload,
      status, due_at, occurred_at)
    SELECT ${scope.merchantId}, ${providerConfigId}, 'evt_' || n, 'test', type, own.id,
      jsonb_build_object('id', 'evt_' || n, 'type', type, 'created', 1795165200, 'livemode', false,
        'data', jsonb_build_object('object', jsonb_build_object('id', own.id, 'object', object,
          'metadata', '{}'::jsonb))),
      'waiting', 'epoch', now() - make_interval(secs => ${EVENTS} - n)
    FROM generate_series(0, ${EVENTS}) n
    JOIN (VALUES (0, 'payment_intent.succeeded', 'payment_intent', 'pi_'),
      (1, 'charge.refunded', 'charge', 'ch_'), (2, 'invoice.paid', 'invoice', 'in_'))
      AS kinds (rest, type, object, prefix) ON n % 3 = rest
    CROSS JOIN LATERAL (
      SELECT CASE n WHEN ${EVENTS / 2 - ((EVENTS / 2) % 3)} THEN 'pi_own' ELSE prefix || n END AS id) own`;

  await applyDue();
  expect(await countByStatus()).toEqual({ applied: 1, parked: EVENTS });
  expect(await sessions.readStatuses(id)).toEqual(['paid', 'succeeded']);
  expect(calls.splice(0)).toEqual(['readRoot']);

  await age(3_600);
  expect(await attention.countUpTo('parked_provider_event', 100)).toBe(0);
  await applyDue();
  expect(await countByStatus()).toEqual({ applied: 1, ignored: EVENTS });
  expect(calls).toEqual([]);
  for (const kind of ['parked_provider_event', 'failed_provider_event'] as const) {
    expect(await attention.countUpTo(kind, 100)).toBe(0);
  }
});
