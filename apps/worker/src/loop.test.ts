import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runLoop } from './loop.ts';

vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn() }));
const waits = vi.mocked(pause);

let stopping: AbortController;
let lines: { loop: string; failures: number }[];
beforeEach(() => {
  stopping = new AbortController();
  lines = [];
  waits.mockResolvedValue(undefined);
});
afterEach(() => {
  waits.mockReset();
});

/** Runs rounds with these results and stops after the last one. Returns the waits between them. */
async function run(
  rounds: readonly (boolean | Error)[],
  idleMs = 100,
  maxBusyRatio = 1,
): Promise<unknown[]> {
  const work = vi.fn(async () => {
    const end = rounds[work.mock.calls.length - 1] ?? false;
    if (work.mock.calls.length >= rounds.length) stopping.abort();
    if (end instanceof Error) throw end;
    return end;
  });
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  await runLoop({ name: 'rounds', idleMs, maxBusyRatio, work, logger, signal: stopping.signal });
  expect(work).toHaveBeenCalledTimes(rounds.length);
  return waits.mock.calls.map(([ms]) => ms);
}

const broken = new Error('broken');

describe('runLoop', () => {
  it('waits as long as rounds take when it may use half of the time', async () => {
    vi.spyOn(performance, 'now').mockReturnValueOnce(1_000).mockReturnValueOnce(1_700);
    expect(await run([true, false], 100, 0.5)).toEqual([700, 100]);
  });

  it('waits after a round that found nothing and continues at once after one that did', async () => {
    expect(await run([false, true, true, false, false])).toEqual([100, 100, 100]);
  });

  it('backs off exponentially after failures, at most ten seconds', async () => {
    const failures = Array.from({ length: 9 }, () => broken);
    expect(await run(failures)).toEqual([200, 400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000]);
    expect(lines.map((line) => line.failures)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(lines[0]).toMatchObject({ loop: 'rounds', level: 50, msg: 'round failed' });
  });

  it('resets the backoff after a successful round', async () => {
    expect(await run([broken, broken, false, broken])).toEqual([200, 400, 100, 200]);
  });

  it('stops without another round if the signal aborts while it waits', async () => {
    waits.mockImplementation(async () => {
      stopping.abort();
      throw new DOMException('aborted', 'AbortError');
    });
    const work = vi.fn(async () => false);
    const logger = pino({ level: 'silent' });
    await runLoop({ name: 'rounds', idleMs: 100, work, logger, signal: stopping.signal });
    expect(work).toHaveBeenCalledTimes(1);
    expect(waits).toHaveBeenCalledWith(100, undefined, { signal: stopping.signal });
  });

  it('finishes a running round', async () => {
    let finished = false;
    const work = async () => {
      stopping.abort();
      await Promise.resolve();
      finished = true;
      return true;
    };
    const logger = pino({ level: 'silent' });
    await runLoop({ name: 'rounds', idleMs: 100, work, logger, signal: stopping.signal });
    expect(finished).toBe(true);
  });

  it('does not start if the signal has aborted', async () => {
    stopping.abort();
    const work = vi.fn(async () => true);
    const logger = pino({ level: 'silent' });
    await runLoop({ name: 'rounds', idleMs: 100, work, logger, signal: stopping.signal });
    expect(work).not.toHaveBeenCalled();
  });
});
