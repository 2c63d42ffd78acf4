import type { Provider, ProviderRoot } from '@parley/provider';

const notCalled = async () => {
  throw new Error('this test does not expect this call to the provider');
};

/** A provider without objects. */
const emptyProvider: Provider = {
  readAccount: notCalled,
  createWebhookEndpoint: notCalled,
  listWebhookEndpoints: notCalled,
  deleteWebhookEndpoint: notCalled,
  readPayment: async () => null,
  createPaymentIntent: notCalled,
  createCheckoutSession: notCalled,
  createSubscription: notCalled,
  createCustomer: notCalled,
  createSetupIntent: notCalled,
  readSetupIntent: notCalled,
  cancelSetupIntent: notCalled,
  readPayerAccess: notCalled,
  readPayerEmail: async () => null,
  readRoot: async () => null,
  closeRoot: async () => null,
  readInvoicePayment: async () => null,
  readSubscription: async () => null,
  findOwners: async () => [],
  findByAttempt: async () => null,
  listEvents: async () => ({ events: [], next: null }),
  listPayments: async () => ({ payments: [], next: null }),
};

/** A provider whose objects are set by the test: an object to return, or an error to throw. */
export function stubProvider() {
  const objects = new Map<string, ProviderRoot | Error>();
  const calls: string[] = [];
  const getObject = (id: string): ProviderRoot | null => {
    const object = objects.get(id) ?? null;
    if (object instanceof Error) throw object;
    return object;
  };
  const provider: Provider = {
    ...emptyProvider,
    readPayerAccess: async ({ id }) => ({
      mount: { kind: 'embedded', clientSecret: `${id}_secret_1`, endsHere: true },
      recurring: [],
      trialEnd: null,
    }),
    readRoot: async ({ id }) => {
      calls.push(`read ${id}`);
      return getObject(id);
    },
    closeRoot: async ({ id }) => {
      calls.push(`close ${id}`);
      const root = getObject(id);
      if (root?.outcome.kind === 'awaiting_payment') {
        objects.set(id, { ...root, outcome: { kind: 'canceled', reason: null } });
      }
      return getObject(id);
    },
  };
  /** Replaces methods of the provider while `work` runs. */
  async function override<T>(methods: Partial<Provider>, work: () => Promise<T>): Promise<T> {
    const before = { ...provider };
    Object.assign(provider, methods);
    try {
      return await work();
    } finally {
      Object.assign(provider, before);
    }
  }
  return { objects, calls, provider, override };
}
