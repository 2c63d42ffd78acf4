import { spawnApp, waitFor } from '@parley/testing';
import { afterAll, expect, it } from 'vitest';
import { createCall } from './api.ts';
import { type Path, paths, prepared } from './paths.ts';
import { sessionReaches, startPayments } from './provider.ts';

const payments = await startPayments();
const shortBudgetApi = await spawnApp({
  app: 'api',
  env: { ...payments.api.env, PROVIDER_BUDGET_MS: '400' },
});
afterAll(async () => {
  await shortBudgetApi?.stop();
  await payments.stop();
});

const call = createCall(() => shortBudgetApi.url, payments.api.merchant.secretKey);
const cancel = (id: string) => call('POST', `/proxy_sessions/${id}/cancel`);

it('responds 502 when the provider exceeds its time budget and completes the operation on retry', async () => {
  const made = await prepared(payments, paths[0] as Path, { scenario: 'slow,drop_events' });
  const late = await cancel(made.id);
  const { error } = late.body;
  expect([late.status, error.code]).toEqual([502, 'provider_error']);
  expect(late.headers.get('retry-after')).toBe('2');
  expect(error.message).toMatch(/did not respond in time.*valid until \d{4}-\d\d-\d\dT/);
  await sessionReaches(payments.api, made.id, { status: 'payer_opened' });
  // The provider completed the timed-out request: it refuses the repeat, and its state is read instead.
  const again = await waitFor(
    async () => {
      const { status, body } = await cancel(made.id);
      return status === 200 && body;
    },
    { what: 'the repeated request to succeed' },
  );
  expect(again).toMatchObject({ status: 'canceled' });
  expect((await payments.stripe.paymentIntents.retrieve(made.rootId)).status).toBe('canceled');
});
