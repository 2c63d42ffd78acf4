import { hex } from '../api.ts';
import type { OperationName } from './response-shapes.ts';

// Written by hand from the specification of the REST interface, not from the schemas.

/** An accepted value of an input field, with the other fields that it requires. */
type Good = unknown | { readonly value: unknown; readonly otherFields: Record<string, unknown> };

export interface InputField {
  readonly required: boolean;
  readonly type: 'string' | 'integer' | 'object' | 'list';
  /** Accepted values, including the limits. The first one is part of the complete input. */
  readonly good: readonly [Good, ...Good[]];
  /** Values that are rejected, in addition to every value of another type. */
  readonly bad?: readonly unknown[];
  /** Whether null is a value here. */
  readonly nullable?: true;
}

export interface OperationInput {
  readonly operation: OperationName;
  /** Path parameters. Ids belong to no existing object. */
  readonly params: Record<string, string>;
  /** Fields by name, or by path inside an object, such as payer_contact.email. */
  readonly fields: Record<string, InputField>;
}

const MAX = 2_147_483_647;
const text = (length: number): string => 'x'.repeat(length);

const required = (
  type: InputField['type'],
  good: InputField['good'],
  bad: readonly unknown[] = [],
): InputField => ({ required: true, type, good, bad });
const optional = (
  type: InputField['type'],
  good: InputField['good'],
  bad: readonly unknown[] = [],
): InputField => ({ required: false, type, good, bad });

const amount = [4200, 0, MAX] as const;
const beyondAmount = [-1, MAX + 1];
/** Of a charge: the provider takes the largest amount in few currencies. */
const charged = [4200, 0, { value: MAX, otherFields: { currency: 'jpy' } }] as const;
const version = [1, MAX] as const;
const beyondVersion = [0, -1, MAX + 1];
const sha256 = [hex('a'), hex('0')] as const;
const noSha256 = ['', hex('A'), hex('g'), hex('a').slice(1), `${hex('a')}a`, `${hex('a')}\n`];
const anyObject = [{ a: 1 }, {}, { deep: [{ null: null }], 'any key': true }] as const;
const currencies = ['eur', 'EUR', 'jPy', 'bhd'] as const;
const noCurrency = ['', 'eu', 'euro', 'e1r', 'zzz', 'xau', ' eur', 'eur\n', 'éur'];
const contact = (name: string): Record<string, InputField> => ({
  [name]: optional(
    'object',
    [{ email: 'ada@example.com', phone: '+49 30 901820' }, {}, { phone: '1' }],
    [{ fax: '1' }],
  ),
  [`${name}.email`]: optional(
    'string',
    [
      'ada@example.com',
      'r&d@example.com',
      'a/b@example.com',
      'user!x@example.org',
      'info@müller.example',
    ],
    ['', 'ada', 'ada@', 'a b@c.example', 'ada@b@c.example', 'a..b@c.example', 'a@c.example\r\nb'],
  ),
  [`${name}.phone`]: optional('string', ['1', '+49 30 901820'], ['']),
});
const creation: Record<string, InputField> = {
  amount_minor: required('integer', charged, [...beyondAmount, 49, 100_000_000]),
  buyer_reference: required('string', ['b', text(5000)], ['']),
  cart_snapshot: required('object', anyObject),
  currency: required('string', currencies, noCurrency),
  ...contact('beneficiary_contact'),
  ...contact('payer_contact'),
  expires_at: optional('string', ['2100-01-01T00:00:00Z', '2100-01-01T00:00:00.123+02:00']),
  integration_mode: optional('string', ['elements'], ['', 'Elements', 'redirect']),
  metadata: optional('object', anyObject),
};

const session = { id: 'psess_00000000000000000000000000000000000' };
const getAttempts = { proxy_session_id: session.id };
const attempt = {
  ...getAttempts,
  acquisition_attempt_id: 'pspacq_00000000000000000000000000000000000',
};
const endpoint = { webhook_endpoint_id: 'whend_00000000000000000000000000000000000' };

const paths = [
  'payment_intent',
  'checkout_session',
  { value: 'direct_subscription', otherFields: { commercial_mode: 'subscription' } },
] as const;
const directSubscription = {
  commercial_mode: 'subscription',
  integration_path: 'direct_subscription',
};
const lowercaseCurrency = required(
  'string',
  ['eur', 'usd'],
  ['EUR', 'eu', 'euro', 'e1r', 'eur\n', ''],
);
const confirmation = (prefix: string, currency: InputField): Record<string, InputField> => ({
  [`${prefix}amount_minor`]: required('integer', amount, beyondAmount),
  [`${prefix}cart_version`]: required('integer', version, beyondVersion),
  [`${prefix}currency`]: currency,
  [`${prefix}evidence_sha256`]: required('string', sha256, noSha256),
  [`${prefix}merchandise_subtotal_minor`]: optional('integer', amount, beyondAmount),
});

/** The operations with input other than path parameters. */
export const inputs: readonly OperationInput[] = [
  { operation: 'createSession', params: {}, fields: creation },
  {
    operation: 'createSessionWithHandoff',
    params: {},
    fields: {
      ...creation,
      payer_destination_url: optional(
        'string',
        [
          'https://shop.example/thanks',
          'http://localhost:3000/a?b=c#d',
          'myapp://done',
          `https://shop.example/${text(2048 - 21)}`,
        ],
        [
          '',
          '/thanks',
          'JavaScript:alert(1)',
          'data:text/html,x',
          'vbscript:x',
          'file:///etc/passwd',
          'about:blank',
          `https://shop.example/${text(2048 - 20)}`,
        ],
      ),
      publishable_key: required('string', ['p', text(300)], ['']),
    },
  },
  {
    operation: 'replaceCart',
    params: session,
    fields: {
      amount_minor: required('integer', charged, beyondAmount),
      cart_snapshot: required('object', anyObject),
      currency: required('string', currencies, noCurrency),
      expected_cart_version: required('integer', version, beyondVersion),
    },
  },
  { operation: 'issuePayerHandoff', params: session, fields: {} },
  { operation: 'recordPayerOpened', params: session, fields: {} },
  {
    operation: 'bindProvider',
    params: session,
    fields: {
      provider_checkout_session_id: required('string', ['c', text(255)], ['', text(256)]),
      // A well-formed psp other than "provider" has its own error code.
      psp: required('string', ['provider'], ['', text(33)]),
      commercial_mode: optional('string', ['one_time', 'subscription'], ['', 'both']),
      expected_cart_version: optional('integer', version, beyondVersion),
    },
  },
  {
    operation: 'reportProvisioned',
    params: session,
    fields: {
      fulfillment_reference: optional('string', ['shipment', '']),
      metadata: optional('object', anyObject),
    },
  },
  {
    operation: 'reportProvisioningFailed',
    params: session,
    fields: {
      error_message: required('string', ['gone']),
      error_code: optional('string', ['out_of_stock', '']),
      metadata: optional('object', anyObject),
    },
  },
  {
    operation: 'reserveAttempt',
    params: getAttempts,
    fields: {
      commercial_mode: required('string', ['one_time', 'subscription'], ['', 'both']),
      integration_path: required('string', paths, ['', 'redirect']),
      pricing_mode: required('string', ['fixed', 'provider_finalized'], ['', 'free']),
      provider_options_fingerprint: required('string', sha256, noSha256),
      checkout_ui_mode: optional('string', ['hosted', 'embedded', 'custom'], ['', 'popup']),
      direct_subscription_source: optional(
        'string',
        [
          { value: 'setup_intent', otherFields: directSubscription },
          { value: 'saved_payment_method', otherFields: directSubscription },
        ],
        ['', 'card'],
      ),
      expected_cart_version: optional('integer', version, beyondVersion),
      merchandise_subtotal_minor: optional('integer', amount, beyondAmount),
    },
  },
  {
    operation: 'confirmProviderCart',
    params: attempt,
    fields: {
      ...confirmation('', lowercaseCurrency),
      expected_version: required('integer', version, beyondVersion),
    },
  },
  {
    operation: 'attachProviderObject',
    params: attempt,
    fields: {
      expected_version: required('integer', version, beyondVersion),
      object_id: required('string', ['pi_1', text(255)], ['', text(256)]),
      role: required('string', ['root'], ['', 'payer', 'payment_intent']),
      object_type: required('string', ['payment_intent'], ['']),
      provider_confirmation: optional(
        'object',
        [{ amount_minor: 4200, cart_version: 1, currency: 'eur', evidence_sha256: hex('e') }],
        [{ amount_minor: 1, cart_version: 1, currency: 'eur', evidence_sha256: hex('e'), more: 1 }],
      ),
      ...confirmation(
        'provider_confirmation.',
        required('string', ['eur', 'EUR', 'uSd'], noCurrency),
      ),
    },
  },
  {
    operation: 'supersedeAttempt',
    params: attempt,
    fields: {
      expected_version: required('integer', version, beyondVersion),
      reason: required(
        'string',
        ['a', '_1', text(96)],
        ['', 'A', 'a b', 'a-b', 'é', 'a\n', text(97)],
      ),
      replacement: required(
        'object',
        [{ integration_path: 'payment_intent', provider_options_fingerprint: hex('b') }],
        [{ integration_path: 'payment_intent', provider_options_fingerprint: hex('b'), more: 1 }],
      ),
      'replacement.integration_path': required(
        'string',
        ['payment_intent', 'checkout_session', 'direct_subscription'],
        ['', 'redirect'],
      ),
      'replacement.provider_options_fingerprint': required('string', sha256, noSha256),
      'replacement.checkout_ui_mode': optional(
        'string',
        ['hosted', 'embedded', 'custom'],
        ['', 'popup'],
      ),
      'replacement.direct_subscription_source': optional(
        'string',
        ['setup_intent', 'saved_payment_method'],
        ['', 'card'],
      ),
    },
  },
  {
    operation: 'createWebhookEndpoint',
    params: {},
    fields: {
      url: required(
        'string',
        ['https://shop.example/hooks'],
        [
          '',
          'hooks',
          'http://shop.example/hooks',
          'https://ada:secret@shop.example/',
          'ftp://a.example',
        ],
      ),
      event_types: {
        ...optional('list', [['proxy_session.paid']], [[], ['proxy_session.sold'], [1]]),
        nullable: true,
      },
      status: optional('string', ['active', 'inactive'], ['', 'archived']),
    },
  },
  {
    operation: 'updateWebhookEndpoint',
    params: endpoint,
    fields: {
      url: optional('string', ['https://shop.example/hooks']),
      event_types: {
        ...optional('list', [['proxy_session.paid']], [[], ['proxy_session.sold']]),
        nullable: true,
      },
      status: optional('string', ['active', 'inactive'], ['', 'archived']),
    },
  },
  { operation: 'archiveWebhookEndpoint', params: endpoint, fields: {} },
  {
    operation: 'rotateSigningSecret',
    params: endpoint,
    fields: {
      previous_signing_secret_expires_at: required('string', ['2100-01-01T00:00:00Z']),
    },
  },
];
