import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AdmissionQueueOptions, createAdmissionQueue } from './admission-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const SERVICE_MS = 50;
const SLOTS = 10;
/** Requests per second that the slots can serve. */
const CAPACITY = (SLOTS * 1_000) / SERVICE_MS;

interface Outcome {
  readonly flow: string;
  readonly arrivedMs: number;
  /** Milliseconds until the request started, or until it was refused. */
  readonly waitedMs: number;
  readonly admitted: boolean;
}

interface Load {
  readonly flow?: string;
  readonly perSecond: number;
  readonly seconds: number;
  /** When the first request is sent; when those of the entry before end by default. */
  readonly startsAtMs?: number;
}

/** Sends requests at fixed rates, each of which occupies a slot for `SERVICE_MS`. */
async function simulate(
  loads: readonly Load[],
  options: Partial<AdmissionQueueOptions> = {},
): Promise<Outcome[]> {
  const queue = createAdmissionQueue({ slots: SLOTS, maxWaitMs: 500, ...options });
  const outcomes: Outcome[] = [];
  const request = async (flow: string) => {
    const arrivedMs = performance.now();
    const isFull = queue.isFull(flow);
    const admitted = await queue.acquire(flow);
    const waitedMs = performance.now() - arrivedMs;
    if (isFull) expect({ admitted, waitedMs }).toEqual({ admitted: false, waitedMs: 0 });
    outcomes.push({ flow, arrivedMs, waitedMs, admitted });
    if (admitted) setTimeout(() => queue.release(flow), SERVICE_MS);
  };
  const start = performance.now();
  let end = 0;
  for (const { flow = 'only', perSecond, seconds, startsAtMs = end } of loads) {
    for (let sent = 0; sent < perSecond * seconds; sent++) {
      setTimeout(() => void request(flow), startsAtMs + (sent * 1_000) / perSecond);
    }
    end = startsAtMs + seconds * 1_000;
  }
  await vi.advanceTimersByTimeAsync(end);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(queue.usage()).toMatchObject({ running: 0, waiting: 0 });
  return outcomes.map((one) => ({ ...one, arrivedMs: one.arrivedMs - start }));
}

const getAdmitted = (outcomes: readonly Outcome[]) => outcomes.filter(({ admitted }) => admitted);
const longestWait = (outcomes: readonly Outcome[]) =>
  Math.max(...outcomes.map(({ waitedMs }) => waitedMs));

describe('an admission queue', () => {
  it('admits everything at nine tenths of the capacity', async () => {
    const outcomes = await simulate([{ perSecond: CAPACITY * 0.9, seconds: 5 }]);
    expect(getAdmitted(outcomes)).toHaveLength(outcomes.length);
  });

  it('admits a burst that the slots can serve within the longest wait', async () => {
    const outcomes = await simulate([{ perSecond: CAPACITY * 80, seconds: 1 / 160 }]);
    expect(outcomes).toHaveLength(CAPACITY / 2);
    expect(getAdmitted(outcomes)).toHaveLength(outcomes.length);
    expect(longestWait(outcomes)).toBeGreaterThan(400);
  });

  it('serves as many requests at four times the capacity as at the capacity, after short waits', async () => {
    const outcomes = await simulate([{ perSecond: CAPACITY * 4, seconds: 5 }]);
    const admitted = getAdmitted(outcomes);
    expect(admitted.length).toBeGreaterThanOrEqual(CAPACITY * 5);
    expect(longestWait(admitted)).toBeLessThan(500);
    // Once the overload is noticed, a request waits for the requests in the slots at most.
    const steady = outcomes.filter(({ arrivedMs }) => arrivedMs > 1_500);
    expect(longestWait(getAdmitted(steady))).toBeLessThanOrEqual(2 * SERVICE_MS);
    // All others are refused on arrival.
    expect(longestWait(steady.filter(({ admitted }) => !admitted))).toBe(0);
  });

  it('admits every request again after an overload', async () => {
    const outcomes = await simulate([
      { perSecond: CAPACITY * 4, seconds: 3 },
      { perSecond: CAPACITY / 2, seconds: 2 },
    ]);
    const after = outcomes.filter(({ arrivedMs }) => arrivedMs > 3_500);
    expect(after.length).toBeGreaterThan(100);
    expect(getAdmitted(after)).toHaveLength(after.length);
  });

  it('ends an overload when slots were free for half of the interval, not for a moment', async () => {
    const queue = createAdmissionQueue({ slots: 1, maxWaitMs: 500 });
    await queue.acquire('only');
    for (let sent = 0; sent < 30; sent++) {
      void queue.acquire('only');
      await vi.advanceTimersByTimeAsync(50);
    }
    /** Ends the running request and the waiting one, and lets one run and one wait again. */
    const restart = async (idleMs: number) => {
      queue.release('only');
      queue.release('only');
      expect(queue.usage()).toMatchObject({ running: 0, waiting: 0 });
      await vi.advanceTimersByTimeAsync(idleMs);
      expect(await queue.acquire('only')).toBe(true);
      void queue.acquire('only');
    };
    await restart(0);
    expect(queue.isFull('only')).toBe(true);
    await restart(1_000);
    expect(queue.isFull('only')).toBe(false);
  });

  it('refuses requests after the longest wait while no slot becomes free', async () => {
    const queue = createAdmissionQueue({ slots: 1, maxWaitMs: 500 });
    expect(await queue.acquire('only')).toBe(true);
    const settled: [number, boolean][] = [];
    const start = performance.now();
    for (let sent = 0; sent < 20; sent++) {
      void queue.acquire('only').then((admitted) => {
        settled.push([performance.now() - start, admitted]);
      });
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(settled.slice(0, 2)).toEqual([
      [500, false],
      [550, false],
    ]);
    await vi.advanceTimersByTimeAsync(500);
    expect(settled).toHaveLength(20);
    queue.release('only');
    expect(await queue.acquire('only')).toBe(true);
  });

  const ofFlow = (outcomes: readonly Outcome[], name: string) =>
    outcomes.filter(({ flow }) => flow === name);

  it.each([
    ['while another sends four times the capacity', 4, 5],
    ['while another sends a burst', 40, 0.1],
  ])(
    'admits every request of a flow below its share after a short wait %s',
    async (_name, factor, seconds) => {
      const outcomes = await simulate([
        { flow: 'burster', perSecond: CAPACITY * factor, seconds },
        { flow: 'victim', perSecond: CAPACITY / 4, seconds: 5, startsAtMs: 0 },
      ]);
      const victim = ofFlow(outcomes, 'victim');
      expect(getAdmitted(victim)).toHaveLength(victim.length);
      expect(longestWait(victim)).toBeLessThanOrEqual(SERVICE_MS);
      const burster = ofFlow(outcomes, 'burster');
      expect(getAdmitted(burster).length).toBeLessThan(burster.length);
      // The burster uses what the other leaves.
      if (factor === 4) expect(getAdmitted(outcomes).length).toBeGreaterThanOrEqual(CAPACITY * 5);
    },
  );

  it('keeps slots for others while requests of one flow run for long', async () => {
    const queue = createAdmissionQueue({ slots: 4, maxPerFlow: 2, maxWaitMs: 500 });
    const refused: string[] = [];
    const send = async (flow: string) => {
      const admitted = await queue.acquire(flow);
      if (!admitted) refused.push(flow);
      return admitted;
    };
    for (let sent = 0; sent < 10; sent++) void send('slow');
    expect(queue.usage()).toMatchObject({ running: 2, waiting: 8 });
    for (let sent = 0; sent < 20; sent++) {
      expect(queue.isFull('quick')).toBe(false);
      expect(await send('quick')).toBe(true);
      await vi.advanceTimersByTimeAsync(100);
      queue.release('quick');
    }
    expect(refused).toEqual(Array(8).fill('slow'));
    void send('slow');
    queue.release('slow');
    expect(queue.usage()).toMatchObject({ running: 2, waiting: 0 });
  });

  it('admits a burst of one flow while another has waited for long beyond its share', async () => {
    const outcomes = await simulate(
      [
        { flow: 'browser', perSecond: 20_000, seconds: 1 / 1_000, startsAtMs: 4_000 },
        { flow: 'greedy', perSecond: CAPACITY * 2, seconds: 5, startsAtMs: 0 },
      ],
      { maxPerFlow: SLOTS / 2 },
    );
    const browser = ofFlow(outcomes, 'browser');
    expect(browser).toHaveLength(20);
    expect(getAdmitted(browser)).toHaveLength(20);
    expect(longestWait(browser)).toBeLessThan(4 * SERVICE_MS);
  });

  it('divides the capacity equally among flows that want more than their share', async () => {
    const outcomes = await simulate([
      { flow: 'a', perSecond: CAPACITY * 8, seconds: 4, startsAtMs: 0 },
      { flow: 'b', perSecond: CAPACITY * 2, seconds: 4, startsAtMs: 0 },
    ]);
    const admitted = ['a', 'b'].map((flow) => getAdmitted(ofFlow(outcomes, flow)).length);
    expect(Math.min(...admitted) / Math.max(...admitted)).toBeGreaterThan(0.9);
  });

  it('refuses the newest request of the longest queue when its memory is full', async () => {
    const queue = createAdmissionQueue({ slots: 1, maxWaiting: 3 });
    const settled: [string, boolean][] = [];
    const send = async (flow: string, name: string) => {
      settled.push([name, await queue.acquire(flow)]);
    };
    for (const name of ['a0', 'a1', 'a2', 'b1', 'c1', 'b2']) void send(name.slice(0, 1), name);
    await vi.advanceTimersByTimeAsync(1);
    // c1 takes the place of a2. Then no flow has more requests than that of b2 would have.
    expect(settled).toEqual([
      ['a0', true],
      ['a2', false],
      ['b2', false],
    ]);
    expect(queue.usage()).toMatchObject({ running: 1, waiting: 3 });
  });
});
