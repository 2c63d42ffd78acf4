import { isOpen, type SessionStatus } from '@parley/domain';
import type { ProviderOutcome } from '@parley/provider';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Operations,
  type Payable,
  startOperations,
  succeededWith,
} from '../../test/operations.ts';
import { markAttemptUnknown } from '../attempt/resolve-unknown.ts';
import { supersedeAttempt } from '../attempt/supersede-attempt.ts';
import { issuePayerHandoff } from './issue-payer-handoff.ts';
import { recordPayerOpened } from './record-payer-opened.ts';
import { replaceCart } from './replace-cart.ts';
import { reportProvisioned, reportProvisioningFailed } from './report-provisioning.ts';

/** Random sequences. */
const RUNS = 50;

let ops: Operations;
/** How many sequences ran, took money, and how many commands were refused. */
const tally = { sequences: 0, withMoney: 0, refused: 0 };
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

const outcome: fc.Arbitrary<ProviderOutcome> = fc.constantFrom(
  succeededWith(4200),
  succeededWith(4200),
  succeededWith(4100),
  succeededWith(4200, 'usd'),
  { kind: 'awaiting_payment', decline: null } as const,
  {
    kind: 'awaiting_payment',
    decline: { id: 'ch_declined', code: 'card_declined', at: null },
  } as const,
  { kind: 'action_required' } as const,
  { kind: 'processing' } as const,
  { kind: 'nothing_due', billingStartsLater: false } as const,
  { kind: 'failed', reason: 'no' } as const,
  { kind: 'canceled', reason: null } as const,
  { kind: 'expired' } as const,
);

/** Everything that can happen to a session, in any order. Refusals are expected. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ provider: outcome, which: fc.nat(3) }) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'handoff',
      'open',
      'cart',
      'supersede',
      'deadline',
      'expire',
      'retry_deadline',
      'mark_unknown',
      'provisioned',
      'provisioning_failed',
    ),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function run(payables: Payable[], next: Step): Promise<void> {
  const { deps, caller } = ops;
  const first = payables[0];
  if (!first) throw new Error('there is no session');
  const { id } = first;
  if (typeof next !== 'string') {
    const { error } = await ops.deliverProviderEvent(
      payables[next.which % payables.length] ?? first,
      next.provider,
    );
    if (error) throw error;
    return;
  }
  const { attempt, session } = await ops.read(id);
  switch (next) {
    case 'handoff':
      await issuePayerHandoff(deps, caller, { id });
      return;
    case 'open':
      await recordPayerOpened(deps, caller, { id });
      return;
    case 'cart':
      await replaceCart(deps, caller, {
        id,
        amount_minor: 4200,
        currency: 'eur',
        cart_snapshot: {},
        expected_cart_version: session.cartVersion,
      });
      return;
    case 'supersede': {
      const { acquisition_attempt: made } = await supersedeAttempt(deps, caller, {
        proxy_session_id: id,
        acquisition_attempt_id: attempt.id,
        expected_version: attempt.version,
        reason: 'next',
        replacement: {
          integration_path: 'payment_intent',
          provider_options_fingerprint: 'c'.repeat(64),
        },
      });
      payables.push({ id, attemptId: made.id, objectId: `pi_${made.id}` });
      return;
    }
    case 'deadline':
      await ops.expireDeadline(id);
      return;
    case 'expire':
      await ops.expire(id);
      return;
    case 'retry_deadline':
      await ops.expireRetryDeadline(id);
      return;
    case 'mark_unknown':
      await markAttemptUnknown(deps, caller, id);
      return;
    case 'provisioned':
      await reportProvisioned(deps, caller, { id });
      return;
    case 'provisioning_failed':
      await reportProvisioningFailed(deps, caller, { id, error_message: 'no' });
      return;
  }
}

const gapless = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

async function expectInvariants(id: string, refusals: readonly unknown[]): Promise<void> {
  for (const error of refusals) expect(error).toMatchObject({ name: 'DomainError' });
  const { session, attempt } = await ops.read(id);
  const [history, events, attempts] = await Promise.all([
    ops.history(id),
    ops.events(id),
    ops.repositories.attempts.listReserved(id),
  ]);
  expect(events.map((event) => event.sequence)).toEqual(gapless(session.eventSequence));
  expect(history.map((entry) => entry.sequence)).toEqual(gapless(session.historySequence));

  // Each history entry starts from the status of the previous one, and the last one ends in the current status.
  const transitions = history.filter((entry) => entry.toStatus !== null);
  for (const [subject, status] of [
    [null, session.status],
    [attempt.id, attempt.status],
  ] as const) {
    const own = transitions.filter((entry) => entry.attemptId === subject);
    for (const [i, entry] of own.entries()) {
      if (i > 0 && entry.fromStatus) expect(entry.fromStatus).toBe(own[i - 1]?.toStatus);
    }
    expect(own.at(-1)?.toStatus).toBe(status);
  }

  // A session that received money is never open, expired or canceled.
  const arrived = attempts.filter((one) => ['succeeded', 'integrity_failed'].includes(one.status));
  const withoutMoney: readonly SessionStatus[] = ['payment_processing', 'expired', 'canceled'];
  if (arrived.length > 0) {
    tally.withMoney += 1;
    expect([session.status, isOpen(session.status)]).not.toContain(true);
    expect(withoutMoney).not.toContain(session.status);
  }
  const succeeded = attempts.filter((one) => one.status === 'succeeded');
  expect(succeeded.length).toBeLessThanOrEqual(1);
  expect(session.completedAttemptId).toBe(succeeded[0]?.id ?? null);
  expect(attempts.filter((one) => one.isCurrent)).toHaveLength(1);

  // Its views, which read the row of the session alone, show what the other rows contain.
  const shown = await ops.database.sessionViews.findWithCarts(ops.caller, id);
  expect(await ops.read(id)).toMatchObject({ ...shown });
  const { different } = await ops.database.diagnostics.compareSessions();
  expect(different).toEqual([]);
}

describe('a session after any sequence of commands and provider events', () => {
  it('has a gapless history, accounts for all money and throws only domain errors', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const payables = [await ops.payable()];
        const refusals: unknown[] = [];
        for (const next of steps) {
          await run(payables, next).catch((error: unknown) => refusals.push(error));
        }
        tally.sequences += 1;
        tally.refused += refusals.length;
        await expectInvariants(payables[0]?.id ?? '', refusals);
      }),
      { numRuns: RUNS },
    );
    expect(tally.sequences).toBeGreaterThanOrEqual(RUNS);
    expect(tally.withMoney).toBeGreaterThan(0);
    expect(tally.refused).toBeGreaterThan(0);
  });
});
