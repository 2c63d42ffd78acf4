import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scenarios } from '../src/commands/trigger.ts';

/** Scenarios between the provider and Parley: the events of the integrator are those of `paid`. */
const withoutTrigger = [
  ...['slow', 'timeout', 'search_lag'],
  ...['duplicate_events', 'reorder_events', 'drop_events'],
];

/** The scenarios of the provider simulator, which shares no code with the product. */
function readSimulatorScenarios(): string[] {
  const file = join(import.meta.dirname, '../../../apps/sandbox/src/scenarios.ts');
  const [, list = ''] = /const SCENARIOS = \[(.*?)\]/s.exec(readFileSync(file, 'utf8')) ?? [];
  return [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
}

test('trigger has every scenario of the provider simulator that events show', () => {
  const simulated = Object.values(scenarios).flatMap(({ simulates = [] }) => simulates);
  expect(simulated).toContain('decline_generic_decline');
  const listed = simulated.filter((name) => !name.startsWith('decline_'));
  const simulator = readSimulatorScenarios();
  expect(simulator).toContain('wrong_amount');
  expect([...listed, ...withoutTrigger].toSorted()).toEqual(simulator.toSorted());
});

test('README.md lists every scenario of trigger', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const [, section = ''] = /^## trigger$(.*?)^## /ms.exec(readme) ?? [];
  const cells = [...section.matchAll(/^\| (`.+?) \|/gm)].map(([, cell = '']) => cell);
  const listed = cells.flatMap((cell) => cell.match(/\w+/g) ?? []);
  expect(listed.toSorted()).toEqual(Object.keys(scenarios).toSorted());
});
