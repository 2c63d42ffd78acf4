import { afterAll, expect, it } from 'vitest';
import { paymentIntent } from '../test/objects.ts';
import { ok, startStripeHost } from '../test/stripe-host.ts';
import { createRequestPace } from './request-pace.ts';
import { stripeConnector } from './stripe-provider.ts';

const { host } = await startStripeHost();
afterAll(() => host.stop());

const account = { apiUrl: host.url, secretKey: 'sk_test_account_key' };
const read = (provider: ReturnType<ReturnType<typeof stripeConnector>>, number: number) =>
  provider.readRoot({ type: 'payment_intent', id: `pi_${number}` });

it('sends half a second of requests at once, and the others one by one', async () => {
  const pace = createRequestPace(20);
  const begun = performance.now();
  await Promise.all(Array.from({ length: 10 }, () => pace.turn()));
  expect(pace.waitMs()).toBeGreaterThan(0);
  await Promise.all(Array.from({ length: 5 }, () => pace.turn()));
  // 15 requests, of which 10 need no time; timers may be a millisecond early.
  expect(performance.now() - begun).toBeGreaterThanOrEqual(5 * 50 - 5);
});

it('a rate of less than one burst still sends one request at once', () => {
  expect(createRequestPace(1).waitMs()).toBe(0);
});

it('a call that would wait too long for its turn is refused, and is no outage', async () => {
  const provider = stripeConnector({ budgetMs: 2_000, requestsPerSecond: 5 })(account);
  const numbers = Array.from({ length: 30 }, (_, number) => number);
  host.respondWith(...numbers.map(() => ok(paymentIntent())));
  const results = await Promise.all(
    numbers.map((number) => read(provider, number).catch((error: Error) => error)),
  );
  const refused = results.filter((result) => result instanceof Error);
  expect(refused.length).toBeGreaterThan(10);
  expect(refused[0]).toMatchObject({ code: 'service_unavailable' });
  expect(host.requests).toHaveLength(numbers.length - refused.length);
  expect(await read(provider, 100)).toMatchObject({ id: 'pi_1' });
});

it('a call without a time limit waits for its turn', async () => {
  host.forget();
  const provider = stripeConnector({ requestsPerSecond: 20 })(account);
  const numbers = Array.from({ length: 14 }, (_, number) => number);
  host.respondWith(...numbers.map(() => ok(paymentIntent())));
  const begun = performance.now();
  await Promise.all(numbers.map((number) => read(provider, number)));
  expect(performance.now() - begun).toBeGreaterThanOrEqual(4 * 50 - 5);
  expect(host.requests).toHaveLength(numbers.length);
});
