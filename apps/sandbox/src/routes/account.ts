import { get, type Route } from '../api/operation.ts';
import { noParams } from '../wire/params.ts';

const STARTED = 1_700_000_000;

/** The only account. Clients retrieve it to check their key. */
export const accountRoutes: readonly Route[] = [
  get('/v1/account', noParams, async () => ({
    id: 'acct_sandbox',
    object: 'account',
    business_profile: {
      mcc: null,
      minority_owned_business_designation: null,
      name: 'Parley sandbox',
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: null,
    },
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
    settings: {
      branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
      card_payments: {
        decline_on: { avs_failure: false, cvc_failure: false },
        statement_descriptor_prefix: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      dashboard: { display_name: 'Parley sandbox', timezone: 'Etc/UTC' },
      payments: {
        statement_descriptor: null,
        statement_descriptor_kana: null,
        statement_descriptor_kanji: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
    },
    type: 'standard',
  })),
];
