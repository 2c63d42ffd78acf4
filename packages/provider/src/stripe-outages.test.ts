import { reservePort } from '@parley/testing';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { FakeResponse } from '../test/fake-host.ts';
import { paymentIntent } from '../test/objects.ts';
import { creation, failure, ok, refused, startStripeHost } from '../test/stripe-host.ts';
import { connectStripe, stripeConnector } from './stripe-provider.ts';

const { host, create } = await startStripeHost();
afterEach(() => host.forget());
afterAll(() => host.stop());

describe('a failing provider', () => {
  it.each([409, 500, 503])(
    'once with %i is called again under the same idempotency key',
    async (status) => {
      host.respondWith(refused(status), ok(paymentIntent()));
      expect(await create()).toMatchObject({ id: 'pi_1' });
      expect(host.requests.map((request) => request.headers['idempotency-key'])).toEqual([
        'pspacq_1:root',
        'pspacq_1:root',
      ]);
      expect(host.requests[1]?.form).toEqual(host.requests[0]?.form);
    },
  );

  it('is called three times at most', async () => {
    host.respondWith(refused(500), refused(500), refused(500), ok(paymentIntent()));
    const failed = await failure(create());
    expect(failed).toMatchObject({ code: 'provider_error', retryAfterSeconds: 2 });
    expect(failed.message).toBe(
      'The payment provider did not respond in time. Send the request again with the same idempotency keys.',
    );
    expect(host.requests).toHaveLength(3);
  });

  it('that rate limits is reported by its code', async () => {
    const limited = refused(429, { type: 'rate_limit_error', code: 'rate_limit' });
    host.respondWith(limited, limited, limited);
    const failed = await failure(create());
    expect(failed.message).toContain('(rate_limit)');
    expect(failed.message).not.toMatch(/acct_|sk_test/);
  });

  it('that breaks off a response is called again', async () => {
    host.respondWith('hang up', ok(paymentIntent()));
    expect(await create()).toMatchObject({ id: 'pi_1' });
    expect(host.requests).toHaveLength(2);
  });

  it('that sends a malformed response is an error, not a result', async () => {
    const page: FakeResponse = { status: 200, text: '<html>Welcome</html>' };
    host.respondWith(page, page, page);
    expect((await failure(create())).code).toBe('provider_error');
  });
});

describe('a provider that does not respond within the time limit', () => {
  const shortBudget = stripeConnector({ budgetMs: 1_500 })({
    apiUrl: host.url,
    secretKey: 'sk_test_account_key',
  });

  it('is called again with the same key until the time is over', async () => {
    host.respondWith('silence', 'silence', 'silence', ok(paymentIntent()));
    const failed = await failure(shortBudget.createPaymentIntent(creation));
    expect(failed).toMatchObject({ code: 'provider_error', retryAfterSeconds: 2 });
    expect(failed.message).toMatch(
      /did not respond in time\. Send the request again with the same idempotency keys/,
    );
    expect(host.requests.map((request) => request.headers['idempotency-key'])).toEqual([
      'pspacq_1:root',
      'pspacq_1:root',
    ]);
  });

  it('but responds to the second request succeeds', async () => {
    host.respondWith('silence', ok(paymentIntent()));
    expect(await shortBudget.createPaymentIntent(creation)).toMatchObject({ id: 'pi_1' });
    expect(host.requests).toHaveLength(2);
  });

  it('five times in a row is not called any more', async () => {
    const away = stripeConnector({ budgetMs: 100 })({
      apiUrl: host.url,
      secretKey: 'sk_test_another_key',
    });
    const read = () => failure(away.readRoot({ type: 'payment_intent', id: 'pi_1' }));
    for (let i = 0; i < 5; i++) {
      host.respondWith('silence');
      expect((await read()).code).toBe('provider_error');
    }
    expect(host.requests).toHaveLength(5);
    expect((await read()).code).toBe('service_unavailable');
    expect(host.requests).toHaveLength(5);
  });
});

describe('an unreachable provider', () => {
  it('is an error that does not contain its address', async () => {
    const port = await reservePort();
    const away = connectStripe({
      apiUrl: `http://127.0.0.1:${port}`,
      secretKey: 'sk_test_account_key',
    });
    for (const call of [
      away.createPaymentIntent(creation),
      away.readRoot({ type: 'payment_intent', id: 'pi_1' }),
      away.closeRoot({ type: 'payment_intent', id: 'pi_1' }),
    ]) {
      const failed = await failure(call);
      expect(failed).toMatchObject({ code: 'provider_error', retryAfterSeconds: 2 });
      expect(failed.message).not.toContain(String(port));
    }
  });
});
