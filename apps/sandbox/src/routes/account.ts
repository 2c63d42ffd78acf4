import { get, type Route } from '../api/operation.ts';
import { noParams } from '../wire/params.ts';
import { nulls } from '../wire/words.ts';

const STARTED = 1_700_000_000;

/** The only account. Clients retrieve it to check their key. */
export const accountRoutes: readonly Route[] = [
  get('/v1/account', noParams, async () => ({
    id: 'acct_sandbox',
    object: 'account',
    business_profile: {
      ...nulls(`
        mcc minority_owned_business_designation specified_commercial_transactions_act_url
        support_address support_email support_phone support_url url
      `),
      name: 'Parley sandbox',
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
      payments: nulls(`
        statement_descriptor statement_descriptor_kana statement_descriptor_kanji
        statement_descriptor_prefix_kana statement_descriptor_prefix_kanji
      `),
    },
    type: 'standard',
  })),
];
