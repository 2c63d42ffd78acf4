import { DomainError } from '@parley/domain';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Sessions, startSessions } from '../test/sessions.ts';
import { applyDueProviderEvents } from './provider-events.ts';

let sessions: Sessions;
beforeAll(async () => {
  sessions = await startSessions();
});
beforeEach(async () => {
  sessions.lines.length = 0;
  await sessions.database.client.providerEvent.deleteMany();
});
afterAll(() => sessions.stop());

const round = () => applyDueProviderEvents(sessions.deps, sessions.report.logger);
const comes = (eventId: string, objectId: string, type = 'payment_intent.succeeded') =>
  sessions.database.insertProviderEvent({
    ...sessions.scope,
    pspConfigId: sessions.pspConfigId,
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
const paid = { kind: 'succeeded', taken: { amountMinor: 4200, currency: 'eur' } } as const;

it('a provider event is applied with the state read from the provider', async () => {
  const id = await sessions.payable('pi_paid');
  sessions.setOutcome('pi_paid', paid);
  // The event reports a failure, but the object read from the provider decides.
  await comes('evt_1', 'pi_paid', 'payment_intent.payment_failed');
  expect(await round()).toBe(false);
  expect(await sessions.statusesOf(id)).toEqual(['paid', 'succeeded']);
  expect(await event('evt_1')).toMatchObject({ status: 'applied', proxySessionId: id });
});

it('a provider event is retried later when the provider fails and delays no other event', async () => {
  const [stuck, other] = [await sessions.payable('pi_stuck'), await sessions.payable('pi_well')];
  sessions.setOutcome('pi_stuck', new DomainError('provider_error'));
  sessions.setOutcome('pi_well', paid);
  await comes('evt_stuck', 'pi_stuck');
  await comes('evt_well', 'pi_well');
  await round();
  expect(await sessions.statusesOf(other)).toEqual(['paid', 'succeeded']);
  const waiting = await event('evt_stuck');
  expect(waiting).toMatchObject({ status: 'waiting', attempts: 1, leaseToken: null });
  expect(waiting.note).toMatch(/^provider_error: /);
  expect(waiting.dueAt.getTime()).toBeGreaterThan(waiting.receivedAt.getTime());

  sessions.setOutcome('pi_stuck', paid);
  await sessions.database.client.$executeRaw`
    UPDATE provider_event SET due_at = now() - interval '1 second'`;
  await round();
  expect(await sessions.statusesOf(stuck)).toEqual(['paid', 'succeeded']);
});

it('a provider event fails after ten tries', async () => {
  await sessions.payable('pi_never');
  sessions.setOutcome('pi_never', new Error('connection string with a password'));
  await comes('evt_never', 'pi_never');
  await sessions.database.client.$executeRaw`UPDATE provider_event SET attempts = 9`;
  await round();
  expect(await event('evt_never')).toMatchObject({
    status: 'failed',
    attempts: 10,
    note: 'internal error',
  });
  expect(await round()).toBe(false);
});

it('a provider event is parked if it matches no attempt and ignored if its type has no effect', async () => {
  await comes('evt_stranger', 'pi_stranger');
  await comes('evt_other', 'acct_1', 'account.updated');
  await round();
  expect((await event('evt_stranger')).status).toBe('parked');
  expect((await event('evt_other')).status).toBe('ignored');
});

it('a full round reports that more events may be due and logs no payload', async () => {
  for (let i = 0; i < 17; i++) await comes(`evt_${i}`, `pi_unknown_${i}`);
  expect(await round()).toBe(true);
  expect(await round()).toBe(false);
  expect(sessions.lines).toHaveLength(17);
  expect(JSON.stringify(sessions.lines)).not.toContain('4242');
});
