import { expect, it } from 'vitest';
import { exampleIds } from './known-ids.ts';
import { getRows, listUnmeasured } from './procedures.ts';

it('the benchmark of the dashboard measures each read that a person may call', () => {
  expect(listUnmeasured(getRows(exampleIds))).toEqual([]);
});

it('each row of the benchmark of the dashboard has a name of its own', () => {
  const names = getRows(exampleIds).map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([]);
});
