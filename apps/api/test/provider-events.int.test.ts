import { newId } from '@parley/operations';
import { waitFor } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { type ApiResponse, attemptOptions, order } from './api.ts';
import { failedProviderEvent } from './owned-objects.ts';
import { postProviderEvent, providerEvent } from './post-provider-event.ts';
import { payableSession, readEvents, sessionReaches, startPayments } from './provider.ts';

const payments = await startPayments({ worker: 'process' });
afterAll(() => payments.stop());

/** Posts an event signed as the provider signs it. */
async function post(body: string, change: { secret?: string; config?: string } = {}) {
  const { api, account } = payments;
  const response = await postProviderEvent(api.url, {
    configId: change.config ?? api.merchant.providerConfigId,
    secret: change.secret ?? account.webhookSecret,
    body,
  });
  return { status: response.status, body: (await response.json()) as ApiResponse['body'] };
}

/** The statuses of the events about an object. */
async function readStatuses(objectId: string): Promise<string[]> {
  const rows = await payments.api.database.client.providerEvent.findMany({
    where: { merchantId: payments.api.merchant.id, objectId },
    orderBy: { eventId: 'asc' },
    select: { status: true },
  });
  return rows.map((row) => row.status);
}

describe('the endpoint for provider events', () => {
  it('rejects an event with a wrong signature, account or mode', async () => {
    const body = providerEvent({ id: 'pi_1', object: 'payment_intent' });
    const wrong = await post(body, { secret: 'whsec_wrong' });
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'invalid_request']);
    const unknown = await post(body, { config: payments.api.merchant.id });
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'not_found']);
    const live = await post(
      providerEvent({ id: 'pi_1' }, 'payment_intent.succeeded', { livemode: true }),
    );
    expect([live.status, live.body.error.code]).toEqual([400, 'invalid_request']);
    expect(await readStatuses('pi_1')).toEqual([]);
  });

  it('stores an event once however often it is delivered', async () => {
    const body = providerEvent({ id: 'pi_twice', object: 'payment_intent' });
    const responses = await Promise.all(Array.from({ length: 8 }, () => post(body)));
    expect(responses.map((response) => response.status)).toEqual(Array(8).fill(200));
    expect(responses.filter((response) => !response.body.duplicate)).toHaveLength(1);
    expect(await readStatuses('pi_twice')).toHaveLength(1);
  });

  it.each([
    ['NUL', String.raw`"a\u0000b"`],
    ['a lone surrogate', String.raw`"\ud800"`],
    ['a number beyond the range', '1e999'],
    ['deep nesting', '['.repeat(9_000) + ']'.repeat(9_000)],
  ])('stores an event that contains %s', async (name, value) => {
    const id = `pi_odd_${name.replaceAll(' ', '_')}`;
    const body = providerEvent({ id, object: 'payment_intent', odd: '$' }).replace(
      '"$"',
      () => value,
    );
    expect((await post(body)).status).toBe(200);
    expect(await readStatuses(id)).toHaveLength(1);
  });

  it('rejects an event whose id or time cannot be stored', async () => {
    for (const change of [{ id: `evt_${'x'.repeat(3_000)}` }, { created: 2 ** 52 }]) {
      const { status, body } = await post(providerEvent({ id: 'pi_1' }, 'charge.refunded', change));
      expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    }
  });

  it('applies the state read from the provider, not the state in the event', async () => {
    const { api } = payments;
    const { id, intent } = await payableSession(payments);
    await post(providerEvent({ ...intent, status: 'succeeded', amount_received: 4200 }));
    // It reports money that the provider does not show: it is not finished.
    await waitFor(async () => (await readStatuses(intent.id)).includes('parked'), {
      what: 'the event to be parked',
    });
    const { body } = await api.get(`/proxy_sessions/${id}/merchant`);
    expect(body.status).toBe('payer_opened');
  });

  it('ignores event types without effect and parks events that match no attempt yet', async () => {
    await post(providerEvent({ id: 'prod_1', object: 'product' }, 'product.created'));
    await post(providerEvent({ id: 'pi_unmatched', object: 'payment_intent' }));
    await waitFor(async () => (await readStatuses('prod_1'))[0] === 'ignored');
    await waitFor(async () => (await readStatuses('pi_unmatched'))[0] === 'parked');
  });

  it('applies a parked event once its object is attached', async () => {
    const { api, stripe } = payments;
    const intent = await stripe.paymentIntents.create({
      amount: 4200,
      currency: 'eur',
      payment_method: 'pm_card_visa',
      confirm: true,
      return_url: 'https://shop.test/return',
    });
    await waitFor(async () => {
      const statuses = await readStatuses(intent.id);
      return statuses.length >= 2 && statuses.every((status) => status === 'parked');
    });
    const { id } = (await api.post('/proxy_sessions', order)).body;
    const attempts = `/proxy_sessions/${id}/acquisition_attempts`;
    const { acquisition_attempt: attempt } = (await api.post(attempts, attemptOptions)).body;
    await api.post(`${attempts}/${attempt.id}/provider_objects`, {
      role: 'root',
      object_type: 'payment_intent',
      object_id: intent.id,
      expected_version: attempt.version,
    });
    await sessionReaches(api, id, { status: 'paid' });
    expect(await readEvents(api, id)).toContain('proxy_session.paid');
  });
});

describe('a worker that is killed', () => {
  it('loses no event: another worker completes each payment once', async () => {
    const { api, stripe } = payments;
    const sessions = await Promise.all(Array.from({ length: 6 }, () => payableSession(payments)));
    const paying = sessions.map(({ intent }) =>
      stripe.paymentIntents.confirm(intent.id, {
        payment_method: 'pm_card_visa',
        return_url: 'https://shop.test/return',
      }),
    );
    await payments.crashWorker();
    await Promise.all(paying);
    // Ends the leases of the killed worker, which last a minute otherwise.
    await api.database.client
      .$executeRaw`UPDATE provider_event SET leased_until = now() - interval '1 millisecond' WHERE leased_until > now()`;
    await payments.startWorker();
    for (const { id } of sessions) {
      await sessionReaches(api, id, { status: 'paid' });
      const paid = (await readEvents(api, id)).filter((type) => type === 'proxy_session.paid');
      expect(paid).toHaveLength(1);
    }
  });
});

describe('a failed provider event', () => {
  it('is listed and can be retried', async () => {
    const { api } = payments;
    const body = providerEvent({ id: 'pi_poison', object: 'payment_intent' });
    const { id } = JSON.parse(body) as { id: string };
    await post(body);
    await waitFor(async () => (await readStatuses('pi_poison'))[0] === 'parked');
    const parked = await api.get('/provider_events?status=parked');
    expect(parked.body.data).toContainEqual(
      expect.objectContaining({ id, object_id: 'pi_poison', note: 'matches no attempt yet' }),
    );
    await api.database.client.providerEvent.updateMany({
      where: { merchantId: api.merchant.id, eventId: id },
      data: { status: 'failed', attempts: 10 },
    });
    expect((await api.get('/provider_events')).body.data).toMatchObject([{ id, attempts: 10 }]);
    const foreign = await api.post(`/provider_events/${id}/retry`, undefined, {
      key: api.other.secretKey,
    });
    expect([foreign.status, await readStatuses('pi_poison')]).toEqual([404, ['failed']]);
    const again = await api.post(`/provider_events/${id}/retry`);
    expect(again.body).toEqual({ id, status: 'waiting' });
    await waitFor(async () => (await readStatuses('pi_poison'))[0] === 'parked');
  });
});

describe('the list of provider events', () => {
  it('returns events page by page, newest first', async () => {
    const { api } = payments;
    const ids = [];
    for (let n = 0; n < 5; n++) ids.unshift(await failedProviderEvent(api, api.merchant));
    // Three sessions have the same creation time, so their order depends on the id.
    const [newest, ...rest] = ids;
    const receivedAt = new Date('2020-01-01T09:00:00.000Z');
    await api.database.client.providerEvent.updateMany({
      where: { eventId: { in: rest.slice(0, 3) } },
      data: { receivedAt },
    });
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await api.get(`/provider_events?limit=2${cursor}`);
      seen.push(...body.data.map((one: { id: string }) => one.id));
      cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
      expect(body.has_more).toBe(cursor !== '');
    } while (cursor !== '');
    const together = rest.slice(0, 3).sort().reverse();
    expect(seen).toEqual([newest, rest[3], ...together]);
    const found = (status: string) => api.get(`/provider_events?id=${newest}&status=${status}`);
    expect((await found('failed')).body.data).toMatchObject([{ id: newest }]);
    expect((await found('parked')).body.data).toEqual([]);
    const wrong = await api.get('/provider_events?cursor=nowhere');
    expect(wrong.body.error.message).toBe('cursor must be the next_cursor of another page.');
  });
});

describe('a second provider account of a merchant', () => {
  it('serves new attempts while the retired account serves its own', async () => {
    const { api, account } = payments;
    const before = await payableSession(payments);
    await api.database.client.providerConfig.updateMany({
      where: { merchantId: api.merchant.id },
      data: { status: 'retired' },
    });
    const scope = { merchantId: api.merchant.id, mode: 'test' } as const;
    const id = newId('pspcfg');
    await api.database.forScope(scope).providerConfigs.insert({
      ...account,
      id,
      psp: 'provider',
      status: 'active',
      scriptUrl: `${account.apiUrl}/v3/stripe.js`,
    });
    const after = await payableSession(payments);
    const readAttempt = async (path: string) => (await api.get(path)).body.data[0];
    expect(await readAttempt(before.attemptsPath)).toMatchObject({
      merchant_psp_config_id: api.merchant.providerConfigId,
    });
    expect(await readAttempt(after.attemptsPath)).toMatchObject({ merchant_psp_config_id: id });
    for (const { intent } of [before, after]) {
      await payments.stripe.paymentIntents.confirm(intent.id, {
        payment_method: 'pm_card_visa',
        return_url: 'https://shop.test/return',
      });
    }
    await sessionReaches(api, before.id, { status: 'paid' });
    await sessionReaches(api, after.id, { status: 'paid' });
  });
});
