import { waitFor } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { type Path, paths, prepared } from './paths.ts';
import { readEvents, sessionReaches, startPayments } from './provider.ts';
import { expectMoneyRecorded, readPayments } from './recorded-money.ts';

const payments = await startPayments();
afterAll(() => payments.stop());
const { api, stripe } = payments;

type Made = Awaited<ReturnType<typeof prepared>>;

/** A second object of the attempt, as a server creates it that retries under another idempotency key. */
const createAgain = (path: Path, { id, attemptId }: Made) =>
  path.create(payments, {
    metadata: {
      proxy_session_id: id,
      proxy_acquisition_attempt_id: attemptId,
      proxy_contract_version: '2',
    },
    idempotencyKey: `${attemptId}:again`,
    setupKey: undefined,
    attach: async () => {},
  });

async function readStatus({ type, id }: { type: string; id: string }): Promise<string | null> {
  switch (type) {
    case 'payment_intent':
      return (await stripe.paymentIntents.retrieve(id)).status;
    case 'checkout.session':
      return (await stripe.checkout.sessions.retrieve(id)).status;
    default:
      return (await stripe.subscriptions.retrieve(id)).status;
  }
}

const [intentPath, checkoutPath, , savedCardPath] = paths as readonly [Path, Path, Path, Path];
const closedStatuses = ['canceled', 'expired', 'incomplete_expired'];

describe.each([intentPath, checkoutPath, savedCardPath])(
  'an exact payment through another object that names the attempt: $name',
  (path) => {
    it('pays the session and closes the unpaid root object', async () => {
      const made = await prepared(payments, path);
      const again = await createAgain(path, made);
      await again.pay('pm_card_visa');
      await sessionReaches(api, made.id, {
        status: 'paid',
        presentation_state: 'succeeded',
        actionable_next_step: 'provision',
        completed_acquisition_attempt_id: made.attemptId,
        final: { amount_minor: 4200, currency: 'eur' },
        current_acquisition_attempt: { id: made.attemptId, status: 'succeeded' },
      });
      const root = { type: made.type, id: made.rootId };
      await waitFor(async () => closedStatuses.includes(String(await readStatus(root))), {
        what: 'the root object to be closed',
      });
      expect(await readPayments(api, made.id)).toMatchObject([
        { attemptId: made.attemptId, amountMinor: 4200, currency: 'eur' },
      ]);
      const types = await readEvents(api, made.id);
      expect(types.filter((type) => type === 'proxy_session.paid')).toHaveLength(1);
      expect(types).not.toContain('proxy_session.payment_conflicted');
    });
  },
);

it('records a payment for every event that shows money taken for an attempt', () =>
  expectMoneyRecorded(payments));
