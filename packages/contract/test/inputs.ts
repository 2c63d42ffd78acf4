import type { z } from 'zod';
import * as contract from '../src/index.ts';

const hash = 'a'.repeat(64);
const ids = { proxy_session_id: 'psess_1', acquisition_attempt_id: 'pspacq_1' };
const confirmation = {
  amount_minor: 4200,
  cart_version: 1,
  currency: 'eur',
  evidence_sha256: hash,
};

const creation = {
  least: { amount_minor: 4200, buyer_reference: 'b', cart_snapshot: {}, currency: 'eur' },
  most: {
    beneficiary_contact: { email: 'ada@example.com', phone: '+49 30' },
    payer_contact: { email: 'bea@example.com', phone: '1' },
    expires_at: '2026-11-21T09:30:00Z',
    integration_mode: 'elements',
    metadata: { any: [1, null, { deep: true }] },
  },
};

interface Input {
  readonly schema: z.ZodType;
  /** Path parameters. */
  readonly path: Record<string, unknown>;
  /** The minimal body: exactly the required fields. */
  readonly least: Record<string, unknown>;
  /** The optional fields. */
  readonly most: Record<string, unknown>;
}

/** The body of each operation. */
export const inputs: Readonly<Record<string, Input>> = {
  '4.1 create a session': { schema: contract.createSessionInput, path: {}, ...creation },
  '4.2 create with handoff': {
    schema: contract.createSessionWithHandoffInput,
    path: {},
    least: { ...creation.least, publishable_key: 'p' },
    most: { ...creation.most, payer_destination_url: 'https://shop.example/thanks' },
  },
  '4.3 read a session as the payer': {
    schema: contract.payerSafeSessionInput,
    path: { id: 'psess_1' },
    least: {},
    most: { pk: 'pk_test_1' },
  },
  '4.4 replace the cart': {
    schema: contract.replaceCartInput,
    path: { id: 'psess_1' },
    least: { amount_minor: 1, cart_snapshot: {}, currency: 'eur', expected_cart_version: 1 },
    most: {},
  },
  '4.5 to 4.7, without a body': {
    schema: contract.sessionInput,
    path: { id: 'psess_1' },
    least: {},
    most: {},
  },
  '4.8 bind a provider': {
    schema: contract.bindProviderInput,
    path: { id: 'psess_1' },
    least: { provider_checkout_session_id: 'c', psp: 'p' },
    most: { commercial_mode: 'subscription', expected_cart_version: 1 },
  },
  '4.9 report provisioned': {
    schema: contract.reportProvisionedInput,
    path: { id: 'psess_1' },
    least: {},
    most: { fulfillment_reference: '', metadata: {} },
  },
  '4.10 report provisioning failed': {
    schema: contract.reportProvisioningFailedInput,
    path: { id: 'psess_1' },
    least: { error_message: '' },
    most: { error_code: '', metadata: {} },
  },
  '4.11 list attempts': {
    schema: contract.listAttemptsInput,
    path: { proxy_session_id: 'psess_1' },
    least: {},
    most: {},
  },
  '4.12 reserve an attempt': {
    schema: contract.reserveAttemptInput,
    path: { proxy_session_id: 'psess_1' },
    least: {
      commercial_mode: 'one_time',
      integration_path: 'payment_intent',
      pricing_mode: 'fixed',
      provider_options_fingerprint: hash,
    },
    most: {
      checkout_ui_mode: 'custom',
      direct_subscription_source: 'saved_payment_method',
      expected_cart_version: 1,
      merchandise_subtotal_minor: 0,
    },
  },
  '4.13 confirm the cart': {
    schema: contract.confirmProviderCartInput,
    path: ids,
    least: { ...confirmation, expected_version: 1 },
    most: { merchandise_subtotal_minor: 0 },
  },
  '4.14 attach an object': {
    schema: contract.attachProviderObjectInput,
    path: ids,
    least: { expected_version: 1, object_id: 'pi_1', role: 'root', object_type: 'payment_intent' },
    most: { provider_confirmation: { ...confirmation, merchandise_subtotal_minor: 0 } },
  },
  '4.15 supersede an attempt': {
    schema: contract.supersedeAttemptInput,
    path: ids,
    least: {
      expected_version: 1,
      reason: 'r',
      replacement: { integration_path: 'payment_intent', provider_options_fingerprint: hash },
    },
    most: {
      replacement: {
        integration_path: 'direct_subscription',
        provider_options_fingerprint: hash,
        checkout_ui_mode: 'hosted',
        direct_subscription_source: 'setup_intent',
      },
    },
  },
};

/** The input of an operation: path parameters and body. */
export function inputOf(name: string): Input {
  const input = inputs[name];
  if (!input) throw new Error(`there is no input ${name}`);
  return input;
}
