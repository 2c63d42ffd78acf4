import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operations, startOperations } from '../../test/operations.ts';
import { supersedeAttempt } from './supersede-attempt.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

it('closes the object of a failed attempt only for a request that is not refused', async () => {
  const payable = await ops.payable();
  await ops.deliverProviderEvent(payable, { kind: 'failed', reason: 'bank_debit_returned' });
  const { attempt } = await ops.read(payable.id);
  expect(attempt.status).toBe('failed');
  const replace = (expected_version: number, change: object = {}) =>
    supersedeAttempt(ops.deps, ops.caller, {
      proxy_session_id: payable.id,
      acquisition_attempt_id: attempt.id,
      expected_version,
      reason: 'payment_failed',
      replacement: {
        integration_path: 'payment_intent',
        provider_options_fingerprint: 'b'.repeat(64),
        ...change,
      },
    });
  const close = `close ${payable.objectId}`;

  await expect(replace(attempt.version - 1)).rejects.toMatchObject({
    code: 'attempt_version_conflict',
  });
  await expect(
    replace(attempt.version, { direct_subscription_source: 'setup_intent' }),
  ).rejects.toMatchObject({ code: 'invalid_request' });
  expect(ops.stub.calls).not.toContain(close);

  const { acquisition_attempt: replacement } = await replace(attempt.version);
  expect(replacement).toMatchObject({ status: 'reserved', supersedes_attempt_id: attempt.id });
  expect(ops.stub.calls).toContain(close);
});
