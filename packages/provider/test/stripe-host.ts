import { DomainError } from '@parley/domain';
import { connectStripe } from '../src/stripe-provider.ts';
import { type FakeResponse, startFakeHost } from './fake-host.ts';

export const charge = { amountMinor: 4200, currency: 'eur' };
export const creation = {
  charge,
  idempotencyKey: 'pspacq_1:root',
  metadata: { proxy_session_id: 'psess_1' },
};
export const ok = (body: object): FakeResponse => ({ status: 200, body });
const leak = 'No such account acct_1A2B3C, key sk_test_account_key';
export const refused = (status: number, error: object = {}): FakeResponse => ({
  status,
  body: { error: { type: 'invalid_request_error', message: leak, ...error } },
});

/** The error that a call fails with. */
export async function failure(call: Promise<unknown>): Promise<DomainError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

/** The adapter, connected to a fake host that the test stops. */
export async function startStripeHost() {
  const host = await startFakeHost();
  const provider = connectStripe({ apiUrl: host.url, secretKey: 'sk_test_account_key' });
  return { host, provider, create: () => provider.createPaymentIntent(creation) };
}
