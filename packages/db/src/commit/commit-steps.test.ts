import { expect, it } from 'vitest';
import { rowKinds } from './commit-rows.ts';
import { changedSession, guardedSteps, otherSteps } from './commit-steps.ts';

it('the steps of the commit statement write every kind of row', () => {
  const written = [changedSession, ...guardedSteps, ...otherSteps].map(({ rows }) => rows);
  expect(new Set(written)).toEqual(new Set(rowKinds));
});
