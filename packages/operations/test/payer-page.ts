import type { ReserveAttemptInput } from '@parley/contract';
import type { ProviderRoot, ProviderSetup } from '@parley/provider';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { attachProviderObject } from '../src/attempt/attach-provider-object.ts';
import { preparePayment } from '../src/payer/prepare-payment.ts';
import type { Caller } from '../src/request/caller.ts';
import { getRoot, type Operations, startOperations, waiting } from './operations.ts';

/** A line of a cart that is charged once. */
export const line = { name: 'Coffee', quantity: 1, unit_amount_minor: 4200 };
/** A line of a cart that is charged every month. */
export const monthly = { ...line, interval: 'month' };

export const setupIntent = (
  id: string,
  { isCanceled = false, paymentMethodId = null }: Partial<ProviderSetup> = {},
): ProviderSetup => ({
  id,
  clientSecret: 'seti_secret',
  isCanceled,
  paymentMethodId,
  decline: null,
});

/** A merchant with the stub of a provider that records what a payer page creates, anew for each test of the file. */
export function usePayerPage() {
  let ops: Operations;
  const page = {
    get ops() {
      return ops;
    },
    /** What was created at the provider: the kind of object and the input. */
    created: [] as [kind: string, input: object][],
    /** The setup intent as the provider returns it. */
    setup: setupIntent('seti_none'),

    /** A reserved session, with what its objects must be created with. */
    async reserved(options: Partial<ReserveAttemptInput>, change: object = {}) {
      const { id } = await ops.session({ cart_snapshot: { lines: [monthly] }, ...change });
      const { acquisition_attempt: attempt, provider } = await ops.reserve(id, options);
      const { idempotency_keys: keys, metadata } = provider;
      return { id, attemptId: attempt.id, keys, metadata };
    },
    prepare(id: string, kind: 'payer' | 'api_key' = 'payer') {
      const caller: Caller = { ...ops.caller, actor: { kind, id: null } };
      return preparePayment(ops.deps, caller, { id, pk: 'pk_1' });
    },
    getAttempt: async (id: string) => (await ops.read(id)).attempt,
    /** Attaches a customer of the merchant's server. */
    async attachCustomer(id: string, attemptId: string) {
      await attachProviderObject(ops.deps, ops.caller, {
        proxy_session_id: id,
        acquisition_attempt_id: attemptId,
        expected_version: (await page.getAttempt(id)).version,
        role: 'customer',
        object_type: 'customer',
        object_id: 'cus_known',
      });
    },
  };

  beforeAll(async () => {
    ops = await startOperations();
  });
  beforeEach(() => {
    page.created = [];
    const create = (kind: string, type: string, change: Partial<ProviderRoot> = {}) => {
      return async (input: object) => {
        page.created.push([kind, input]);
        const id = `${kind}_${ops.deps.newId('evt')}`;
        const root = { ...getRoot(id, waiting), type, clientSecret: 'secret', ...change };
        ops.stub.objects.set(id, root);
        return root;
      };
    };
    const { provider } = ops.stub;
    provider.createPaymentIntent = create('pi', 'payment_intent');
    provider.createCheckoutSession = create('cs', 'checkout.session');
    provider.createSubscription = create('sub', 'subscription');
    provider.createCustomer = async (input) => {
      page.created.push(['cus', input]);
      return `cus_${ops.deps.newId('evt')}`;
    };
    provider.createSetupIntent = async (input) => {
      page.created.push(['seti', input]);
      page.setup = setupIntent(`seti_${ops.deps.newId('evt')}`);
      return page.setup;
    };
    provider.readSetupIntent = async () => page.setup;
  });
  afterAll(() => ops.close());
  return page;
}
