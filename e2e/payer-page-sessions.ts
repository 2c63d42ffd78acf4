import { type APIRequestContext, expect } from '@playwright/test';
import { demo } from './demo.ts';
import { merchantServer } from './merchant.ts';
import {
  confirmIntent,
  confirmSetup,
  createConflict,
  createIntent,
  declineIntent,
  refund,
  startTrial,
  visa,
} from './provider-requests.ts';

/** A session with the link to its payer page. */
interface Session {
  readonly id: string;
  readonly url: string;
}

const monthly = { lines: [{ name: 'Coffee', quantity: 1, amount_minor: 4200, interval: 'month' }] };
const subscription = { integration_path: 'direct_subscription', commercial_mode: 'subscription' };
const debit = {
  'payment_method_data[type]': 'bacs_debit',
  'payment_method_data[bacs_debit][sort_code]': '10-88-00',
  'payment_method_data[bacs_debit][account_number]': '00012345',
  'payment_method_data[billing_details][name]': 'Ada Lovelace',
};

/** Less than four days by so much that the time until then has the same words during a whole run. */
const LIFETIME_MS = 3.9 * 86_400_000;

/** Creates sessions in every state that a payer can see. Nothing of it needs a browser. */
export function payerPageSessions(request: APIRequestContext) {
  const server = merchantServer(request);

  async function create(change: object = {}): Promise<Session> {
    const expires_at = new Date(Date.now() + LIFETIME_MS).toISOString();
    const { id, handoff_url: url } = await server.createSession({ expires_at, ...change });
    return { id, url };
  }
  async function reserve(options: object, change: object = {}): Promise<Session> {
    const session = await create(change);
    await server.reserve(session.id, options);
    return session;
  }
  /** Calls a procedure as the payer's browser. */
  async function call(procedure: string, { id, url }: Session) {
    const pk = new URL(url).searchParams.get('pk');
    const data = { id, pk };
    const response = await request.post(`${demo.checkout_url}/rpc/${procedure}`, { data });
    expect(response.status(), await response.text()).toBe(200);
    return (await response.json()).result.data;
  }
  /** Waits until the provider's events have reached the page. */
  const waitForPage = (session: Session, expected: Record<string, unknown>) =>
    expect
      .poll(() => call('getPage', session), { intervals: [250, 500, 1_000] })
      .toMatchObject(expected);
  /** Prepares the payment of a session as its page does; returns the id of the intent. */
  const prepare = async (session: Session): Promise<string> =>
    (await call('preparePayment', session)).form.client_secret.split('_secret')[0];

  async function pay(): Promise<Session> {
    const session = await create();
    await confirmIntent(request, await createIntent(request, session.id), visa);
    await server.waitForStatus(session.id, 'paid');
    return session;
  }

  return {
    create,
    createSubscription: () => reserve(subscription, { cart_snapshot: monthly }),
    createTrial: () =>
      reserve(subscription, { cart_snapshot: { ...monthly, trial_period_days: 14 } }),
    createCheckout: (checkout_ui_mode: string) =>
      reserve({ integration_path: 'checkout_session', checkout_ui_mode }),
    /** A subscription whose merchant has to create it. */
    createUnprepared: () => reserve(subscription, { cart_snapshot: {} }),
    /** A cart that costs nothing, which is complete when it is reserved. */
    completeFree: () => reserve({ integration_path: 'payment_intent' }, { amount_minor: 0 }),
    /** A cart that the provider refuses, and no other session has. */
    async createRefused(): Promise<Session> {
      const amount_minor = 4217;
      const refused = await request.post(`${demo.sandbox_url}/_sandbox/refusals`, {
        headers: { authorization: `Bearer ${demo.provider_secret_key}` },
        form: { amount: String(amount_minor) },
      });
      expect(refused.status(), await refused.text()).toBe(200);
      return create({ amount_minor, cart_snapshot: {} });
    },
    changePrice: ({ id }: Session) =>
      server.replaceCart(id, {
        amount_minor: 4500,
        currency: 'eur',
        cart_snapshot: {
          lines: [{ name: 'Filter coffee, 1 kg', quantity: 2, amount_minor: 4500 }],
        },
        expected_cart_version: 1,
      }),

    /** @param expected the page after so many declined cards */
    async decline(times: number, expected: Record<string, unknown>): Promise<Session> {
      const session = await create();
      const intent = await createIntent(request, session.id);
      for (let n = 0; n < times; n++) await declineIntent(request, intent);
      await waitForPage(session, expected);
      return session;
    },
    async requireAuthentication(): Promise<Session> {
      const session = await create();
      const card = { payment_method: 'pm_card_authenticationRequired' };
      await confirmIntent(request, await createIntent(request, session.id), card);
      await waitForPage(session, { presentation_state: 'action_required' });
      return session;
    },
    async debit(): Promise<Session> {
      const session = await create({ currency: 'gbp' });
      await confirmIntent(request, await createIntent(request, session.id, 'gbp'), debit);
      await server.waitForStatus(session.id, 'payment_processing');
      return session;
    },
    pay,
    async paySubscription(): Promise<Session> {
      const session = await this.createSubscription();
      await confirmIntent(request, await prepare(session), visa);
      await server.waitForStatus(session.id, 'paid');
      await server.reportProvisioned(session.id);
      return session;
    },
    async startTrial(): Promise<Session> {
      const session = await this.createTrial();
      await confirmSetup(request, await prepare(session));
      await call('syncPayment', session);
      await server.waitForStatus(session.id, 'provisionable');
      return session;
    },
    async startTrialWithoutCard(): Promise<Session> {
      const session = await create({ cart_snapshot: { ...monthly, trial_period_days: 14 } });
      await startTrial(request, session.id);
      await server.waitForStatus(session.id, 'provisionable');
      return session;
    },
    async failToFulfill(): Promise<Session> {
      const session = await pay();
      await server.reportProvisioningFailed(session.id);
      return session;
    },
    payWrongAmount: () => createConflict(request, 4199),
    async refund(): Promise<Session> {
      const session = await createConflict(request, 4199);
      await server.resolveAsRefunded(session.id);
      return session;
    },
    /** @param amount minor units; in full without it */
    async returnPayment(amount?: number): Promise<Session> {
      const session = await create();
      const intent = await createIntent(request, session.id);
      await confirmIntent(request, intent, visa);
      await server.waitForStatus(session.id, 'paid');
      await refund(request, intent, amount);
      const payment_status = amount === undefined ? 'refunded' : 'partially_refunded';
      await waitForPage(session, { payment_status });
      return session;
    },
    async dispute(): Promise<Session> {
      const session = await create();
      const card = { payment_method: 'pm_card_createDispute' };
      await confirmIntent(request, await createIntent(request, session.id), card);
      await waitForPage(session, { payment_status: 'disputed' });
      return session;
    },
    async cancel(): Promise<Session> {
      const session = await create();
      await server.cancel(session.id);
      return session;
    },
    async expire(): Promise<Session> {
      const session = await create({ expires_at: new Date(Date.now() + 8_000).toISOString() });
      await server.waitForStatus(session.id, 'expired');
      return session;
    },
  };
}
