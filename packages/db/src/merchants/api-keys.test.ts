import { expect, it, vi } from 'vitest';
import type { Connection } from '../sql/client.ts';
import { createKeyUses } from './api-keys.ts';

it('uses of keys are recorded in one statement a minute after the first of them', async () => {
  vi.useFakeTimers();
  const write = vi.fn(async () => 0);
  const uses = createKeyUses({ $executeRaw: write } as unknown as Connection, () => {});
  for (let writes = 1; writes <= 2; writes++) {
    uses.add('a', '2026-11-20 09:00:00+00');
    await vi.advanceTimersByTimeAsync(59_000);
    uses.add('b', '2026-11-20 09:00:59+00');
    expect(write).toHaveBeenCalledTimes(writes - 1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(write).toHaveBeenCalledTimes(writes);
  }
  vi.useRealTimers();
});
