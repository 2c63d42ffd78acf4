import type { DueDelivery, EndpointQueueRelease, LeasedEndpointQueue } from '@parley/db';
import { expect, test, vi } from 'vitest';
import { type DeliveryContext, processEndpointQueue } from './process-endpoint-queue.ts';

const PER_READ = 32;
const RESPONSE_MS = 5;

test('a queue with a backlog is released after a second with everything sent that was read', async () => {
  vi.useFakeTimers();
  let read = 0;
  const readPage = () =>
    Array.from({ length: PER_READ }, () => {
      read += 1;
      return { eventId: `evt_${read}`, attempts: 0, attemptsBefore: 0, body: Buffer.from('{}') };
    }) as DueDelivery[];
  let sent = 0;
  let released: EndpointQueueRelease | undefined;
  const queue = {
    status: 'active',
    secrets: ['whsec_bmV3'],
    slowResponses: 0,
    deliveries: readPage(),
  };
  const context = {
    sender: {
      send: async () => {
        await new Promise((resolve) => setTimeout(resolve, RESPONSE_MS));
        sent += 1;
        return { kind: 'response', status: 204, body: '', retryAfterSeconds: null };
      },
    },
    log: {
      addAttempt: () => {},
      waitForCapacity: async () => {},
      release: async (release: EndpointQueueRelease) => {
        released = release;
      },
    },
    reader: { readAfter: async () => readPage() },
    slot: { acquire: () => undefined, release: () => {} },
    isAtCapacity: () => false,
    signal: new AbortController().signal,
  };
  const startedAt = performance.now();
  const done = processEndpointQueue(
    queue as unknown as LeasedEndpointQueue,
    context as unknown as DeliveryContext,
  );
  while (!released) await vi.advanceTimersByTimeAsync(RESPONSE_MS);
  await done;
  expect(performance.now() - startedAt).toBeLessThanOrEqual(1_000 + RESPONSE_MS);
  expect(released.next).toBe('more');
  expect(sent).toBeGreaterThan(3 * PER_READ);
  expect(sent).toBe(read);
  expect(released.slowResponses).toBe(0);
  vi.useRealTimers();
});

test.each([
  [1_999, 1, 0],
  [2_000, 0, 1],
  [2_000, 1, 2],
  [14_000, 2, 2],
])(
  'a response after %i ms changes the number of slow ones from %i to %i',
  async (durationMs, before, after) => {
    vi.useFakeTimers();
    let released: EndpointQueueRelease | undefined;
    const delivery = { eventId: 'evt_1', attempts: 0, attemptsBefore: 0, body: Buffer.from('{}') };
    const queue = { status: 'active', secrets: ['whsec_bmV3'], slowResponses: before };
    const done = processEndpointQueue(
      { ...queue, deliveries: [delivery] } as unknown as LeasedEndpointQueue,
      {
        sender: {
          send: async () => {
            await new Promise((resolve) => setTimeout(resolve, durationMs));
            return { kind: 'response', status: 200, body: '', retryAfterSeconds: null };
          },
        },
        log: {
          addAttempt: () => {},
          waitForCapacity: async () => {},
          release: async (release: EndpointQueueRelease) => {
            released = release;
          },
        },
        reader: { readAfter: async () => [] },
        slot: { acquire: () => undefined, release: () => {} },
        isAtCapacity: () => false,
        signal: new AbortController().signal,
      } as unknown as DeliveryContext,
    );
    await vi.advanceTimersByTimeAsync(durationMs);
    await done;
    expect(released).toMatchObject({ slowResponses: after, failing: false });
    vi.useRealTimers();
  },
);
