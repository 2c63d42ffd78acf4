import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ok, startStripeHost } from '../test/stripe-host.ts';

const { host, provider } = await startStripeHost();
// Each request takes six seconds.
let forgotten = 0;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => 6_000 * (forgotten + host.requests.length));
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => host.stop());

/** A page of Checkout Sessions that is followed by others, unless it contains the last one. */
const page = (...numbers: readonly number[]) =>
  ok({
    object: 'list',
    has_more: !numbers.includes(1),
    data: numbers.map((n) => ({
      id: `cs_${n}`,
      object: 'checkout.session',
      metadata: { proxy_acquisition_attempt_id: `pspacq_${n}` },
    })),
  });

const find = (attemptId: string, until = new Date(9_000)) =>
  provider.findByAttempt('checkout.session', attemptId, { from: new Date(1_000), until });

/** The queries that the host received since the last call. */
function takeQueries() {
  const queries = host.requests.map(({ path }) => new URL(path, host.url).searchParams);
  forgotten += queries.length;
  host.forget();
  return queries.map((query) => [query.get('created[lte]'), query.get('starting_after')]);
}

const tooLong = { code: 'provider_error' };

it('a search ends after 15 seconds, and the next one of the same attempt continues it', async () => {
  host.respondWith(page(9, 8), page(7, 6), page(5, 4));
  await expect(find('pspacq_none')).rejects.toMatchObject(tooLong);
  expect(takeQueries()).toEqual([
    ['9', null],
    ['9', 'cs_8'],
    ['9', 'cs_6'],
  ]);
  host.respondWith(page(9), page(8), page(7));
  await expect(find('pspacq_other')).rejects.toMatchObject(tooLong);
  expect(takeQueries()[0]).toEqual(['9', null]);
  host.respondWith(page(4, 3), page(2, 1));
  expect(await find('pspacq_none')).toBeNull();
  expect(takeQueries()).toEqual([
    ['9', 'cs_5'],
    ['9', 'cs_3'],
  ]);
  host.respondWith(page(1));
  expect(await find('pspacq_none')).toBeNull();
  expect(takeQueries()).toEqual([['9', null]]);
});

it('a search of a period that is not over begins with the newest session again', async () => {
  const until = new Date(Date.now() + 600_000);
  for (const _ of [1, 2]) {
    host.respondWith(page(9), page(8), page(7));
    await expect(find('pspacq_none', until)).rejects.toMatchObject(tooLong);
    expect(takeQueries()[0]?.[1]).toBeNull();
  }
});
