import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { createBackgroundFailures } from './background-failures.ts';
import { translateErrors } from './errors.ts';

it('reports what the driver reported, and counts it', async () => {
  const onFailure = vi.fn();
  const failures = createBackgroundFailures(onFailure);
  const timeout = Object.assign(new pg.DatabaseError('lock timeout', 1, 'error'), {
    code: '55P03',
  });
  const translated = await translateErrors(() => Promise.reject(timeout)).catch((error) => error);
  expect(translated).toMatchObject({ code: 'service_unavailable' });
  failures.report('key_uses', translated);
  expect(onFailure).toHaveBeenCalledExactlyOnceWith({ task: 'key_uses', error: timeout });
  expect(failures.counts().get('key_uses')).toBe(1);
});
