import { expect, it } from 'vitest';
import { shareChecks } from './share-checks.ts';

function start() {
  const state = { now: 0, isReachable: true, checks: 0 };
  const check = shareChecks(
    async () => {
      state.checks += 1;
      await Promise.resolve();
      if (!state.isReachable) throw new Error('unreachable');
    },
    () => state.now,
  );
  return { state, check };
}

it('shares a check that is running, however long it takes', async () => {
  const { state, check } = start();
  const first = check();
  state.now = 60_000;
  await Promise.all([first, check()]);
  expect(state.checks).toBe(1);
});

it('uses a result for a second, also a failure', async () => {
  const { state, check } = start();
  await check();
  state.isReachable = false;
  state.now = 999;
  await check();
  state.now = 1_000;
  await expect(check()).rejects.toThrow('unreachable');
  state.isReachable = true;
  state.now = 1_999;
  await expect(check()).rejects.toThrow('unreachable');
  state.now = 2_000;
  await check();
  expect(state.checks).toBe(3);
});
