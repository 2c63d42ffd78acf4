import { createAdmission } from '@parley/runtime/admission';
import { waitFor } from '@parley/testing';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { addMerchant, asMerchant, startApi, type TestApi } from './api.ts';
import { sessionAt } from './attempt-stages.ts';

/** Eight requests may call the provider, and four others are in memory at once. */
const admission = createAdmission({ slots: 4, maxWaitMs: 1_000, maxProviderCallers: 8 });
const overload = { maxInFlight: 4 };
/** Calls of the provider that wait for its response. */
const held: (() => void)[] = [];
let holds = false;
function release(): void {
  holds = false;
  for (const respond of held) respond();
}

const api = await startApi({
  serve: ({ connectProvider, ...deps }) => ({
    admission,
    overload,
    deps: {
      ...deps,
      connectProvider: admission.provider((account) => ({
        ...connectProvider(account),
        readRoot: async () => {
          if (holds) await new Promise<void>((resolve) => held.push(resolve));
          return null;
        },
      })),
    },
  }),
});
afterAll(() => api.stop());

async function addMerchants(count: number): Promise<TestApi[]> {
  const added: TestApi[] = [];
  while (added.length < count) {
    const merchant = await addMerchant(api.database, 'Busy', 'test', {
      apiUrl: api.providerUrl,
      publishableKey: 'pk_test_provider',
      secretKey: `sk_test_busy${added.length}`,
      webhookSecret: 'whsec_provider',
    });
    added.push(asMerchant(api, merchant));
  }
  return added;
}

it('serves merchants while others have as many requests at the provider as they may', async () => {
  const merchants = await addMerchants(5);
  const attached: { id: string }[] = [];
  for (const merchant of merchants) attached.push(await sessionAt(merchant, 'attached'));
  const cart = { amount_minor: 100, currency: 'eur', cart_snapshot: {}, expected_cart_version: 1 };
  const responses: ReturnType<TestApi['call']>[] = [];
  /** Returns whether the request reached the provider, or the response that refuses it. */
  async function replaceCart(at: number) {
    const merchant = merchants[at] ?? api;
    const calls = held.length;
    let refusal: Awaited<ReturnType<TestApi['call']>> | undefined;
    const response = merchant.call('PUT', `/proxy_sessions/${attached[at]?.id}/cart`, cart);
    responses.push(response);
    response.then((refused) => {
      refusal = refused;
    });
    await waitFor(() => refusal !== undefined || held.length > calls, { what: 'the call' });
    return refusal ?? 'at the provider';
  }
  holds = true;
  onTestFinished(release);
  const reached: number[] = [];
  for (const at of [0, 1, 2, 3]) {
    const before = held.length;
    for (let sent = 0; sent < 3; sent++) {
      const result = await replaceCart(at);
      if (result === 'at the provider') continue;
      expect(result).toMatchObject({
        status: 503,
        body: { error: { code: 'service_unavailable' } },
      });
      expect(Number(result.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    reached.push(held.length - before);
  }
  expect(reached).toEqual([2, 2, 1, 1]);
  expect((await api.get('/events', { key: api.other.secretKey })).status).toBe(200);
  expect(await replaceCart(4)).toBe('at the provider');
  release();
  await Promise.all(responses);
  expect(admission.countProviderCallers()).toBe(0);
});
