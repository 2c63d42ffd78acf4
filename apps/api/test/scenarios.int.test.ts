import { runsEveryCombination, waitFor } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Path, paths, prepared, trialPaths } from './paths.ts';
import {
  answerChallenge,
  type Payments,
  readEvents,
  sessionReaches,
  settlePayment,
  startPayments,
} from './provider.ts';

let payments: Payments;
beforeAll(async () => {
  payments = await startPayments({
    workerEnv: { PROVIDER_POLL_SECONDS: '1', PROVIDER_SETTLE_SECONDS: '1' },
  });
});
afterAll(() => payments.stop());

type Prepared = Awaited<ReturnType<typeof prepared>>;

interface Scenario {
  readonly name: string;
  /** The scenario that the simulated provider plays. */
  readonly scenario?: string;
  act(made: Prepared): Promise<void>;
  /** The state that the merchant view of the session reaches. */
  readonly ends: object;
}

const visa = 'pm_card_visa';
const pay = (card: string) => (made: Prepared) => made.pay(card);
const paid = { status: 'paid', current_acquisition_attempt: { status: 'succeeded' } };
const declined = {
  status: 'payer_opened',
  presentation_state: 'retry_available',
  current_acquisition_attempt: { status: 'confirmed', status_reason: 'payment_declined' },
};
const challenged = {
  status: 'payer_opened',
  presentation_state: 'action_required',
  current_acquisition_attempt: { status: 'action_required' },
};

/** Declines on the provider's page of a subscription are not visible before it is paid. */
const hidesDeclines = (path: Path): boolean =>
  path.integration_path === 'checkout_session' && path.commercial_mode === 'subscription';
const unchanged = {
  status: 'payer_opened',
  presentation_state: 'checkout_available',
  current_acquisition_attempt: { status: 'confirmed', status_reason: null },
};

const scenarios: readonly Scenario[] = [
  { name: 'success', act: pay(visa), ends: paid },
  { name: 'a decline', act: pay('pm_card_visa_chargeDeclined'), ends: declined },
  {
    name: 'a decline, then success',
    act: async (made) => {
      await made.pay('pm_card_visa_chargeDeclinedInsufficientFunds');
      await made.pay(visa);
    },
    ends: paid,
  },
  {
    name: 'an authentication walked away from',
    scenario: 'authenticate',
    act: pay(visa),
    ends: challenged,
  },
  {
    name: 'an authentication passed',
    scenario: 'authenticate',
    act: async (made) => {
      await made.pay(visa);
      await answerChallenge(payments, made.rootId, 'succeeded');
    },
    ends: paid,
  },
  {
    name: 'an authentication failed',
    scenario: 'authenticate',
    act: async (made) => {
      await made.pay(visa);
      await answerChallenge(payments, made.rootId, 'failed');
    },
    ends: declined,
  },
  {
    name: 'a slow response',
    scenario: 'slow',
    act: pay(visa),
    ends: paid,
  },
  { name: 'a missing response, then success', scenario: 'timeout', act: pay(visa), ends: paid },
  {
    name: 'success days later',
    scenario: 'settle_later',
    act: async (made) => {
      await made.pay(visa);
      await settlePayment(payments, made.rootId, { outcome: 'succeeded' });
    },
    ends: paid,
  },
  { name: 'duplicate events', scenario: 'duplicate_events', act: pay(visa), ends: paid },
  { name: 'reordered events', scenario: 'reorder_events', act: pay(visa), ends: paid },
  { name: 'dropped events', scenario: 'drop_events', act: pay(visa), ends: paid },
  {
    name: 'a wrong amount',
    scenario: 'wrong_amount',
    act: pay(visa),
    ends: {
      status: 'payment_conflicted',
      final: { amount_minor: 4199, currency: 'eur' },
      current_acquisition_attempt: { status: 'integrity_failed', status_reason: 'amount_mismatch' },
    },
  },
  { name: 'a refund', scenario: 'refund', act: pay(visa), ends: paid },
  { name: 'a dispute', scenario: 'dispute', act: pay(visa), ends: paid },
];

for (const [pricingIndex, pricing] of (['fixed', 'provider_finalized'] as const).entries()) {
  for (const [pathIndex, path] of paths.entries()) {
    // Half of the scenarios: each one on every path and in every pricing mode.
    const half = scenarios.filter((_, index) => (index + pathIndex + pricingIndex) % 2 === 0);
    const played = runsEveryCombination ? scenarios : half;
    describe.concurrent(`${path.name}, ${pricing}`, () => {
      it.each(played)('ends as expected: $name', async ({ scenario, act, ends }) => {
        const made = await prepared(payments, path, { pricing, scenario });
        await act(made);
        const isHidden = hidesDeclines(path) && (ends === declined || ends === challenged);
        await sessionReaches(payments.api, made.id, isHidden ? unchanged : ends);
        await readEvents(payments.api, made.id);
      });

      it('ends as expected: failure days later', async () => {
        const made = await prepared(payments, path, { pricing, scenario: 'settle_later_fail' });
        await made.pay(visa);
        await sessionReaches(payments.api, made.id, { status: 'payment_processing' });
        await settlePayment(payments, made.rootId, { outcome: 'failed' });
        await sessionReaches(payments.api, made.id, {
          status: 'payer_opened',
          presentation_state: 'retry_available',
          current_acquisition_attempt: { status: 'failed' },
        });
      });
    });
  }
}

describe.concurrent('a decline code of the provider', () => {
  const codes = [
    'generic_decline',
    'insufficient_funds',
    'lost_card',
    'stolen_card',
    'fraudulent',
    'card_velocity_exceeded',
    'expired_card',
    'incorrect_cvc',
    'processing_error',
  ];
  it.each(codes)('leaves the session open for another try: %s', async (code) => {
    const [path] = paths;
    const made = await prepared(payments, path as Path, { scenario: `decline_${code}` });
    await made.pay(visa);
    await sessionReaches(payments.api, made.id, declined);
  });
});

describe.concurrent('a trial subscription', () => {
  it.each(trialPaths)(
    'makes the session provisionable and its subscription trialing: $name',
    async (path) => {
      const made = await prepared(payments, path);
      await made.pay(visa);
      await sessionReaches(payments.api, made.id, { status: 'provisionable' });
      const subscription = await readSubscription(made.id, { status: 'trialing' });
      expect(subscription).toMatchObject({
        configuration_status: 'supported',
        latest_invoice_amount_minor: 0,
        latest_payment_status: 'paid',
        trial_end: expect.stringMatching(/^\d{4}-/),
      });
    },
  );
});

describe.concurrent('a returned payment', () => {
  it.each([
    ['refund', 'provider_refunded', { refundedMinor: 4200, disputedMinor: 0 }],
    ['dispute', 'provider_disputed', { refundedMinor: 0, disputedMinor: 4200 }],
  ])('appears in its row, and once in the session history: %s', async (scenario, action, sums) => {
    const [path] = paths;
    const made = await prepared(payments, path as Path, {
      scenario: `${scenario},duplicate_events`,
    });
    await made.pay(visa);
    const entries = await waitFor(
      async () => {
        const entries = (await readHistory(made.id)).filter((entry) => entry.action === action);
        return entries.length > 0 && entries;
      },
      { what: `${action} in the history` },
    );
    expect(entries).toMatchObject([{ reason: '4200 eur', actorKind: 'provider' }]);
    expect(await readPayments(made.id)).toMatchObject([
      { providerObjectId: made.rootId, amountMinor: 4200, ...sums },
    ]);
    const { body } = await payments.api.get(`/proxy_sessions/${made.id}/merchant`);
    expect(body.status).toBe('paid');
  });
});

it('a refund that fails is no longer shown as refunded', async () => {
  const [path] = paths;
  const made = await prepared(payments, path as Path);
  await made.pay('pm_card_refundFail');
  await sessionReaches(payments.api, made.id, { status: 'paid' });
  await payments.stripe.refunds.create({ payment_intent: made.rootId });
  const readActions = async () => (await readHistory(made.id)).map(({ action }) => action);
  await waitFor(async () => (await readActions()).includes('provider_refund_failed'), {
    what: 'the failed refund in the history',
  });
  expect(await readPayments(made.id)).toMatchObject([{ amountMinor: 4200, refundedMinor: 0 }]);
});

async function readHistory(id: string) {
  const scope = { merchantId: payments.api.merchant.id, mode: 'test' } as const;
  return payments.api.database.forScope(scope).history.list(id);
}

async function readPayments(id: string) {
  const scope = { merchantId: payments.api.merchant.id, mode: 'test' } as const;
  return (await payments.api.database.forScope(scope).sessions.find(id))?.payments;
}

async function readSubscription(sessionId: string, wanted: object) {
  return waitFor(
    async () => {
      const { body } = await payments.api.get('/subscriptions?limit=100');
      const own = body.data.find(
        (one: { original_proxy_session_id: string }) => one.original_proxy_session_id === sessionId,
      );
      return own && Object.entries(wanted).every(([key, value]) => own[key] === value) && own;
    },
    { what: `the subscription of ${sessionId} to be ${JSON.stringify(wanted)}` },
  );
}
