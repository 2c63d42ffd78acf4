import type { ConnectProvider } from '@parley/provider';
import { expect, test } from 'vitest';
import { createAdmission, isOverloadError } from './admission.ts';

const account = { merchantId: 'merch_1', apiUrl: 'http://localhost', secretKey: 'sk_test_x' };

/** A provider whose calls end when the test ends them. */
function pendingProvider() {
  const calls: (() => void)[] = [];
  const connect = (() => ({
    readAccount: () => new Promise<void>((resolve) => calls.push(resolve)),
  })) as unknown as ConnectProvider;
  return { connect, calls };
}

const idle = { running: 0, waiting: 0, resuming: 0 };

test('a request that waits for the provider holds no slot, and continues before others of its flow begin', async () => {
  const admission = createAdmission({ slots: 1, maxWaitMs: 500 });
  const { connect, calls } = pendingProvider();
  const provider = admission.provider(connect)(account);
  const order: string[] = [];
  const slow = admission.run('merchant', async () => {
    await Promise.all([provider.readAccount(), provider.readAccount()]);
    order.push('slow');
  });
  await expect.poll(() => calls.length).toBe(2);
  expect(admission.usage()).toEqual(idle);

  const other = Promise.withResolvers<void>();
  const second = admission.run('merchant', async () => {
    await other.promise;
    order.push('second');
  });
  const third = admission.run('merchant', async () => order.push('third'));
  for (const end of calls) end();
  await expect.poll(admission.usage).toEqual({ running: 1, waiting: 1, resuming: 1 });
  other.resolve();
  await Promise.all([slow, second, third]);
  expect(order).toEqual(['second', 'slow', 'third']);
  expect(admission.usage()).toEqual(idle);
});

test('requests whose provider calls end together continue in the slots, in turns with other flows', async () => {
  const admission = createAdmission({ slots: 2, maxWaitMs: 500 });
  const { connect, calls } = pendingProvider();
  const provider = admission.provider(connect)(account);
  const order: string[] = [];
  let running = 0;
  let most = 0;
  const work = async (name: string) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 20));
    running -= 1;
    order.push(name);
  };
  const burst = Array.from({ length: 10 }, () =>
    admission.run('burst', async () => {
      await provider.readAccount();
      await work('burst');
    }),
  );
  await expect.poll(() => calls.length).toBe(10);
  for (const end of calls) end();
  await expect.poll(() => admission.usage().resuming).toBe(8);
  const other = admission.run('other', () => work('other'));
  await Promise.all([...burst, other]);
  expect(most).toBe(2);
  expect(order.indexOf('other')).toBeLessThanOrEqual(3);
  expect(admission.usage()).toEqual(idle);
});

test('a request that failed during a provider call releases its slot once', async () => {
  const admission = createAdmission({ slots: 1 });
  const { connect, calls } = pendingProvider();
  const provider = admission.provider(connect)(account);
  const failed = admission.run('merchant', () =>
    Promise.all([provider.readAccount(), Promise.reject(new Error('failed'))]),
  );
  await expect(failed).rejects.toThrow('failed');
  expect(admission.usage()).toEqual(idle);
  expect(admission.countProviderCallers()).toBe(1);
  calls[0]?.();
  await expect.poll(admission.countProviderCallers).toBe(0);
  const last = Promise.withResolvers<void>();
  const next = admission.run('merchant', () => last.promise);
  expect(admission.usage()).toEqual({ running: 1, waiting: 0, resuming: 0 });
  last.resolve();
  await next;
  expect(admission.usage()).toEqual(idle);
});

test('merchants share the requests that call the provider, whatever their flows are', async () => {
  const admission = createAdmission({ slots: 1, maxProviderCallers: 10 });
  const { connect, calls } = pendingProvider();
  const request = (merchantId: string, flow = merchantId) =>
    admission.run(flow, () =>
      admission
        .provider(connect)({ ...account, merchantId })
        .readAccount(),
    );
  const waiting = [request('slow', 'slow test'), request('slow', 'slow live')];
  await expect.poll(() => calls.length).toBe(2);
  await expect(request('slow', 'slow test')).rejects.toSatisfy(isOverloadError);
  await expect(request('slow', 'slow live')).rejects.toSatisfy(isOverloadError);
  const other = request('other');
  await expect.poll(() => calls.length).toBe(3);
  expect(admission.countProviderCallers()).toBe(3);
  for (const end of calls) end();
  await Promise.all([...waiting, other]);
  expect(admission.usage()).toEqual(idle);
  expect(admission.countProviderCallers()).toBe(0);
  const again = request('slow');
  await expect.poll(() => calls.length).toBe(4);
  calls[3]?.();
  await again;
});

test('as many merchants as there are leave some of the requests that may call the provider to the next', async () => {
  const admission = createAdmission({ slots: 1, maxProviderCallers: 64 });
  const { connect, calls } = pendingProvider();
  const request = (merchantId: string) =>
    admission.run(merchantId, () =>
      admission
        .provider(connect)({ ...account, merchantId })
        .readAccount(),
    );
  const requests: Promise<unknown>[] = [];
  for (let merchant = 0; merchant < 10; merchant++) {
    for (let sent = 0; sent < 20; sent++) requests.push(request(`merch_${merchant}`));
  }
  const settled = Promise.allSettled(requests);
  await expect.poll(() => admission.usage()).toEqual(idle);
  expect(admission.countProviderCallers()).toBeLessThan(64);
  const before = calls.length;
  const next = request('next');
  await expect.poll(() => calls.length).toBe(before + 1);
  for (const end of calls) end();
  await next;
  const results = await settled;
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(before);
});

test('a request that has called the provider may call it again, although its merchant has its share', async () => {
  const admission = createAdmission({ slots: 2, maxProviderCallers: 2 });
  const { connect, calls } = pendingProvider();
  const provider = admission.provider(connect)(account);
  const first = admission.run('merchant', async () => {
    await provider.readAccount();
    await provider.readAccount();
  });
  await expect.poll(() => calls.length).toBe(1);
  const refused = admission.run('merchant', () => provider.readAccount());
  await expect(refused).rejects.toSatisfy(isOverloadError);
  calls[0]?.();
  await expect.poll(() => calls.length).toBe(2);
  calls[1]?.();
  await first;
  expect(admission.countProviderCallers()).toBe(0);
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
