import { operation, type Sandbox } from '../api/operation.ts';
import { noParams } from '../wire/params.ts';

const STARTED = 1_700_000_000;

/** The only account. Clients retrieve it to check their key. */
export function accountRoutes(sandbox: Sandbox): void {
  operation(sandbox, {
    method: 'GET',
    path: '/v1/account',
    params: noParams,
    handle: async () => ({
      id: 'acct_sandbox',
      object: 'account',
      business_profile: { name: 'Parley sandbox', url: null },
      business_type: 'company',
      capabilities: { card_payments: 'active', transfers: 'inactive' },
      charges_enabled: true,
      country: 'US',
      created: STARTED,
      default_currency: 'usd',
      details_submitted: true,
      email: null,
      metadata: {},
      payouts_enabled: false,
      settings: { dashboard: { display_name: 'Parley sandbox', timezone: 'Etc/UTC' } },
      type: 'standard',
    }),
  });
}
