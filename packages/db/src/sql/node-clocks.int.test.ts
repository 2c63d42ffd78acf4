import { isCluster } from '@parley/testing';
import { afterAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/rows.ts';
import { secondsOutside } from './node-clocks.ts';

const { database, close } = await openTestDatabase();
afterAll(close);

it('the clocks of the nodes of a cluster are compared, and nothing on one server', async () => {
  const clocks = await database.diagnostics.compareNodeClocks();
  const nodes = clocks.map(({ node }) => node);
  expect(new Set(nodes).size).toBe(nodes.length);
  expect(nodes.length > 1).toBe(isCluster());
  // The nodes of the tests are on one machine.
  for (const { aheadSeconds } of clocks) expect(aheadSeconds).toBeCloseTo(0, 2);
});

it.each([
  ['ahead', 13, 1],
  ['behind', 8, -2],
  ['neither ahead nor behind', 11, 0],
])('a clock is %s of those before and after it was read', (_what, second, expected) => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 22, 12, 0, seconds));
  expect(secondsOutside(at(second), at(10), at(12))).toBe(expected);
});
