import { type Field, type Fields, nullable, oneOf } from './shape.ts';

// Written by hand from the interface, not derived from the schemas: the response of each operation.

const nstr = nullable('string');
const nint = nullable('integer');
const hex = { pattern: '^[0-9a-f]{64}$' };
const session: Field = { prefix: 'psess_' };
const attemptId: Field = { prefix: 'pspacq_' };
const contact: Field = { fields: { email: nstr, phone: nstr } };

/** Section 2.1 of the interface: the fields in every view. */
const currentAttempt: Field = {
  fields: {
    attempt_number: 'integer',
    checkout_ui_mode: nstr,
    id: 'string',
    integration_path: 'string',
    status: 'string',
    status_reason: nstr,
  },
};
const everyView: Fields = {
  actionable_next_step: 'string',
  amount_minor: 'integer',
  completed_acquisition_attempt_id: nstr,
  currency: 'string',
  current_acquisition_attempt: currentAttempt,
  expires_at: 'string',
  id: session,
  integration_mode: oneOf('elements'),
  presentation_state: 'string',
  status: 'string',
};
const merchantAndOpened: Fields = {
  ...everyView,
  beneficiary_contact: contact,
  buyer_reference: 'string',
  cart_snapshot: 'object',
  cart_version: 'integer',
  created_at: 'string',
  idempotency_key: nstr,
  metadata: 'object',
  payer_contact: contact,
  payer_destination_url: nstr,
  provider_checkout_session_id: nstr,
  provider_checkout_session_psp: nstr,
  updated_at: 'string',
};
const requested: Fields = { amount_minor: 'integer', currency: 'string' };
const quote: Fields = { ...requested, observed_at: 'string' };
const final: Fields = { ...requested, finalized_at: 'string' };
const withCart = (fields: Fields): Field => ({ fields: { ...fields, cart_snapshot: 'object' } });

const disputeFields: Fields = {
  id: 'string',
  status: 'string',
  reason: nstr,
  due_by: nstr,
  opened_at: 'string',
  closed_at: nstr,
};

/** An extension of the interface. */
const paymentSummary: Field = {
  fields: {
    status: 'string',
    currency: 'string',
    received_minor: 'integer',
    refunded_minor: 'integer',
    disputed_minor: 'integer',
    dispute: nullable({ fields: disputeFields }),
  },
};

const merchantView: Field = {
  fields: {
    ...merchantAndOpened,
    payment_summary: paymentSummary,
    pricing_mode: 'string',
    requested: withCart(requested),
    latest_quote: withCart(quote),
    final: withCart(final),
  },
  optional: ['idempotency_key'],
};
const payerOpenedView: Field = { fields: merchantAndOpened };
const payerSafeView: Field = {
  fields: {
    ...everyView,
    merchant: { fields: { name: 'string' } },
    pricing_mode: 'string',
    requested: { fields: requested },
    latest_quote: { fields: quote },
    final: { fields: final },
  },
};

/** Section 2.2 of the interface. */
const attempt: Field = {
  fields: {
    id: attemptId,
    proxy_session_id: session,
    merchant_psp_config_id: { prefix: 'pspcfg_' },
    attempt_number: { min: 1 },
    version: { min: 1 },
    psp: oneOf('provider'),
    commercial_mode: oneOf('one_time', 'subscription'),
    integration_path: oneOf('checkout_session', 'payment_intent', 'direct_subscription'),
    pricing_mode: oneOf('fixed', 'provider_finalized'),
    checkout_ui_mode: nullable(oneOf('hosted', 'embedded', 'custom')),
    direct_subscription_source: oneOf('setup_intent', 'saved_payment_method'),
    direct_fee_basis_source: nstr,
    direct_merchandise_currency: nstr,
    direct_merchandise_subtotal_minor: nint,
    provider_options_fingerprint: hex,
    provider_retry_not_after: 'string',
    provider_root_object_id: nstr,
    provider_root_object_type: nstr,
    provider_setup_intent_id: nstr,
    provider_customer_id: nstr,
    provider_created_at: nstr,
    provider_confirmed_amount_minor: nint,
    provider_confirmed_cart_version: nint,
    provider_confirmed_currency: nstr,
    provider_confirmed_evidence_sha256: nstr,
    provider_confirmed_merchandise_subtotal_minor: nint,
    provider_confirmed_at: nstr,
    completion_recorded_at: nstr,
    status: 'string',
    status_reason: nstr,
    // An extension of the interface.
    last_decline_code: nstr,
    supersedes_attempt_id: nstr,
    created_at: 'string',
    updated_at: 'string',
  },
};

/** Section 2.3 of the interface. */
const reserved: Field = {
  fields: {
    acquisition_attempt: attempt,
    provider: {
      fields: {
        idempotency_keys: {
          fields: { root: { max: 255 }, setup_intent: { max: 255 } },
          optional: ['setup_intent'],
        },
        metadata: {
          fields: {
            proxy_acquisition_attempt_id: attemptId,
            proxy_session_id: session,
            proxy_contract_version: oneOf('2'),
          },
        },
      },
    },
  },
};

/** Section 2.4 of the interface. */
const subscription: Field = {
  fields: {
    id: { prefix: 'psub_' },
    original_proxy_session_id: session,
    buyer_reference: 'string',
    provider_subscription_id: 'string',
    provider_checkout_session_id: nstr,
    psp: 'string',
    status: 'string',
    configuration_status: oneOf('action_required', 'supported', 'unknown'),
    configuration_reason: nstr,
    cancel_at: nstr,
    cancel_at_period_end: 'boolean',
    current_period_start: nstr,
    current_period_end: nstr,
    trial_end: nstr,
    ended_at: nstr,
    pause_collection_behavior: nstr,
    items_source_hash: nstr,
    items_updated_at: nstr,
    latest_invoice_id: nstr,
    latest_invoice_amount_minor: nint,
    latest_invoice_currency: nstr,
    latest_payment_status: nstr,
    // An extension of the interface.
    disputes: {
      max: 20,
      listOf: {
        fields: {
          ...disputeFields,
          payment_id: 'string',
          amount_minor: 'integer',
          currency: 'string',
          disputed_minor: 'integer',
          captured_at: 'string',
        },
      },
    },
    created_at: 'string',
    updated_at: 'string',
    diagnostic: 'object',
    provider_customer_id: nstr,
    items: {
      listOf: {
        fields: {
          interval: oneOf('day', 'month', 'week', 'year'),
          interval_count: { min: 1 },
          provider_product_id: nstr,
          quantity: { min: 1 },
          usage_type: oneOf('licensed', 'metered'),
          provider_price_id: { max: 255, pattern: '^(price|plan)_' },
        },
      },
      max: 500,
    },
  },
};

/** Section 2.5 of the interface. */
const endpoint: Field = {
  fields: {
    id: { prefix: 'whend_' },
    url: 'string',
    event_types: nullable({ listOf: 'string' }),
    event_schema_version: 'string',
    status: oneOf('active', 'archived', 'inactive'),
    previous_signing_secret_expires_at: nullable('date-time'),
    created_at: 'date-time',
    updated_at: 'date-time',
  },
};
const oneEndpoint: Field = { fields: { webhook_endpoint: endpoint } };
const report: Field = {
  fields: { proxy_session_id: 'string', status: 'string', updated_at: 'string' },
};
const born: Fields = { expires_at: 'string', id: session, integration_mode: oneOf('elements') };

const attempts = '/proxy_sessions/{proxy_session_id}/acquisition_attempts';
const oneAttempt = `${attempts}/{acquisition_attempt_id}`;
const endpoints = '/webhook_endpoints';
const oneEndpointPath = `${endpoints}/{webhook_endpoint_id}`;

/** The 22 operations of section 4 of the interface: section, name, method, path, response. */
export const operations = [
  [
    '4.1',
    'createSession',
    'POST',
    '/proxy_sessions',
    { fields: { ...born, status: oneOf('created') } },
  ],
  [
    '4.2',
    'createSessionWithHandoff',
    'POST',
    '/proxy_sessions/handoff',
    {
      fields: {
        ...born,
        status: oneOf('payer_handoff_pending', 'payer_opened'),
        handoff_url: 'string',
      },
    },
  ],
  ['4.3', 'getSession', 'GET', '/proxy_sessions/{id}', payerSafeView],
  [
    '4.4',
    'replaceCart',
    'PUT',
    '/proxy_sessions/{id}/cart',
    {
      fields: {
        amount_minor: 'integer',
        cart_snapshot: 'object',
        cart_version: 'integer',
        currency: 'string',
      },
    },
  ],
  ['4.5', 'getMerchantSession', 'GET', '/proxy_sessions/{id}/merchant', merchantView],
  [
    '4.6',
    'issuePayerHandoff',
    'POST',
    '/proxy_sessions/{id}/payer_handoff',
    { fields: { status: 'string' } },
  ],
  ['4.7', 'recordPayerOpened', 'POST', '/proxy_sessions/{id}/payer_opened', payerOpenedView],
  [
    '4.8',
    'bindProvider',
    'POST',
    '/proxy_sessions/{id}/provider_bindings',
    {
      fields: {
        provider_checkout_session_id: 'string',
        proxy_session_id: session,
        psp: 'string',
        updated_at: 'string',
      },
    },
  ],
  ['4.9', 'reportProvisioned', 'POST', '/proxy_sessions/{id}/provisioned', report],
  ['4.10', 'reportProvisioningFailed', 'POST', '/proxy_sessions/{id}/provisioning_failed', report],
  ['4.11', 'listAttempts', 'GET', attempts, { fields: { data: { listOf: attempt } } }],
  ['4.12', 'reserveAttempt', 'POST', attempts, reserved],
  ['4.13', 'confirmProviderCart', 'POST', `${oneAttempt}/provider_cart`, attempt],
  ['4.14', 'attachProviderObject', 'POST', `${oneAttempt}/provider_objects`, attempt],
  ['4.15', 'supersedeAttempt', 'POST', `${oneAttempt}/supersede`, reserved],
  ['4.16', 'getSubscription', 'GET', '/subscriptions/{id}', subscription],
  [
    '4.17',
    'listWebhookEndpoints',
    'GET',
    endpoints,
    { fields: { data: { listOf: endpoint }, has_more: 'boolean', next_cursor: nstr } },
  ],
  ['4.18', 'createWebhookEndpoint', 'POST', endpoints, oneEndpoint],
  ['4.19', 'getWebhookEndpoint', 'GET', oneEndpointPath, oneEndpoint],
  ['4.20', 'updateWebhookEndpoint', 'PATCH', oneEndpointPath, oneEndpoint],
  ['4.21', 'archiveWebhookEndpoint', 'POST', `${oneEndpointPath}/archive`, oneEndpoint],
  [
    '4.22',
    'rotateSigningSecret',
    'POST',
    `${oneEndpointPath}/rotate_secret`,
    { fields: { signing_secret: { prefix: 'whsec_' }, webhook_endpoint: endpoint } },
  ],
] as const satisfies readonly (readonly [string, string, string, string, Field])[];

export type OperationName = (typeof operations)[number][1];
