import { expect, it, vi } from 'vitest';
import { createBackgroundFailures } from './background-failures.ts';

it('passes on a failure and counts it', () => {
  const onFailure = vi.fn();
  const failures = createBackgroundFailures(onFailure);
  const error = new Error('the database is unavailable (55P03)');
  failures.report('key_uses', error);
  expect(onFailure).toHaveBeenCalledExactlyOnceWith({ task: 'key_uses', error });
  expect(failures.counts().get('key_uses')).toBe(1);
});
