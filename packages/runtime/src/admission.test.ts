import type { ConnectProvider } from '@parley/provider';
import { expect, test } from 'vitest';
import { createAdmission, isOverloadError } from './admission.ts';

const account = { apiUrl: 'http://localhost', secretKey: 'sk_test_x' };

/** A provider whose calls end when the test ends them. */
function pendingProvider() {
  const calls: (() => void)[] = [];
  const connect = (() => ({
    readAccount: () => new Promise<void>((resolve) => calls.push(resolve)),
  })) as unknown as ConnectProvider;
  return { connect, calls };
}

test('a request that waits for the provider holds no slot and continues without waiting', async () => {
  const admission = createAdmission({ slots: 1, maxWaitMs: 500 });
  const { connect, calls } = pendingProvider();
  const provider = admission.provider(connect)(account) as unknown as Record<
    'readAccount',
    () => Promise<void>
  >;
  const order: string[] = [];
  const slow = admission.run('merchant', async () => {
    await Promise.all([provider.readAccount(), provider.readAccount()]);
    order.push('slow');
  });
  await expect.poll(() => calls.length).toBe(2);
  expect(admission.usage()).toEqual({ running: 0, waiting: 0 });

  const other = Promise.withResolvers<void>();
  const second = admission.run('merchant', () => other.promise);
  const third = admission.run('merchant', async () => order.push('third'));
  for (const end of calls) end();
  await slow;
  expect(order).toEqual(['slow']);
  other.resolve();
  await Promise.all([second, third]);
  expect(order).toEqual(['slow', 'third']);
  expect(admission.usage()).toEqual({ running: 0, waiting: 0 });
});

test('the requests of one flow that wait for the provider are bounded, and others are not refused', async () => {
  const admission = createAdmission({ slots: 1, maxProviderCallsPerFlow: 2 });
  const { connect, calls } = pendingProvider();
  const provider = admission.provider(connect)(account);
  const request = (flow: string) => admission.run(flow, () => provider.readAccount());
  const waiting = [request('slow'), request('slow')];
  await expect.poll(() => calls.length).toBe(2);
  await expect(request('slow')).rejects.toSatisfy(isOverloadError);
  const other = request('other');
  await expect.poll(() => calls.length).toBe(3);
  for (const end of calls) end();
  await Promise.all([...waiting, other]);
  expect(admission.usage()).toEqual({ running: 0, waiting: 0 });
  const again = request('slow');
  await expect.poll(() => calls.length).toBe(4);
  calls[3]?.();
  await again;
});

test('a refused request does not begin and its error says when to retry', async () => {
  const admission = createAdmission({ slots: 1, maxWaitMs: 1 });
  const running = Promise.withResolvers<void>();
  const first = admission.run('merchant', () => running.promise);
  const refused = await admission
    .run('merchant', () => Promise.reject(new Error('work has begun')))
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 1 });
  expect(isOverloadError(refused)).toBe(true);
  const wrapped = new Error('wrapped', { cause: refused });
  expect(isOverloadError(wrapped)).toBe(true);
  expect(isOverloadError(new Error('wrapped again', { cause: wrapped }))).toBe(true);
  expect(isOverloadError(new Error('other'))).toBe(false);
  running.resolve();
  await first;
});
