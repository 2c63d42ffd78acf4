import { newId } from '@parley/operations';
import { succeededWith } from '@parley/operations/testing';
import { afterAll, expect, it } from 'vitest';
import { runRound } from '../test/run-round.ts';
import { startSessions } from '../test/sessions.ts';
import { createProviderEventRounds } from './provider-events.ts';

const sessions = await startSessions();
afterAll(() => sessions.stop());

it('a provider account whose keys cannot be decrypted delays its own events only, without end', async () => {
  const { database, deps, report, lines } = sessions;
  const receiveEvent = (account: object, eventId: string, objectId: string) =>
    database.providerEvents.insert({
      ...sessions.scope,
      providerConfigId: sessions.providerConfigId,
      ...account,
      eventId,
      type: 'payment_intent.succeeded',
      objectId,
      payload: {
        id: eventId,
        type: 'payment_intent.succeeded',
        created: 1_795_165_200,
        livemode: false,
        data: { object: { id: objectId } },
      },
      occurredAt: new Date(),
    });
  const providerConfigId = newId('pspcfg');
  await database.forScope(sessions.scope).providerConfigs.insert({
    id: providerConfigId,
    psp: 'provider',
    status: 'inactive',
    apiUrl: 'http://127.0.0.1:9',
    scriptUrl: 'http://127.0.0.1:9/v3',
    publishableKey: 'pk_test_unreadable',
    secretKey: 'sk_test_unreadable',
    webhookSecret: null,
  });
  await database.client.$executeRaw`
    UPDATE psp_config SET secret_key_sealed = 'v1.k9.unknown' WHERE id = ${providerConfigId}`;
  const unreadable = await sessions.payable('pi_unreadable');
  await database.client.$executeRaw`
    UPDATE acquisition_attempt SET merchant_psp_config_id = ${providerConfigId}
    WHERE proxy_session_id = ${unreadable}`;
  await receiveEvent({ providerConfigId }, 'evt_unreadable', 'pi_unreadable');
  // One more failure of the service itself would be the last one.
  await database.client.$executeRaw`UPDATE provider_event SET internal_failures = 9`;
  const id = await sessions.payable('pi_readable');
  sessions.setOutcome('pi_readable', succeededWith(4200));
  await receiveEvent({}, 'evt_readable', 'pi_readable');

  const rounds = createProviderEventRounds(deps, report.logger, report);
  await runRound(database, 'provider_events', rounds.round);
  await rounds.drain();

  expect(await sessions.readStatuses(id)).toEqual(['paid', 'succeeded']);
  const event = await database.client.providerEvent.findFirst({
    where: { eventId: 'evt_unreadable' },
  });
  expect(event).toMatchObject({
    status: 'waiting',
    note: 'the keys of the provider account cannot be decrypted',
  });
  expect(JSON.stringify(lines)).toContain(
    `The sealed value of ${providerConfigId}:secret_key cannot be opened: PARLEY_ENCRYPTION_KEYS has k1, not key k9.`,
  );
});
