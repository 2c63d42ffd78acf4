import { expect, it } from 'vitest';
import { rowKinds } from './commit-rows.ts';
import { changedSession, guardedSteps, idempotencyRecord, otherSteps } from './commit-steps.ts';

it('the steps of the commit function write every kind of row', () => {
  const steps = [changedSession, idempotencyRecord, ...guardedSteps, ...otherSteps];
  expect(new Set(steps.map(({ rows }) => rows))).toEqual(new Set(rowKinds));
});
