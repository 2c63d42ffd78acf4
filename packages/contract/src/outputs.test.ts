import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as contract from './index.ts';

/** Fields of every session view. */
const everyView = [
  'actionable_next_step',
  'amount_minor',
  'completed_acquisition_attempt_id',
  'currency',
  'current_acquisition_attempt',
  'expires_at',
  'id',
  'integration_mode',
  'presentation_state',
  'status',
];
const merchantAndOpened = [
  ...everyView,
  'beneficiary_contact',
  'buyer_reference',
  'cart_snapshot',
  'cart_version',
  'created_at',
  'metadata',
  'payer_contact',
  'payer_destination_url',
  'provider_checkout_session_id',
  'provider_checkout_session_psp',
  'updated_at',
];
const charges = ['final', 'latest_quote', 'pricing_mode', 'requested'];

/** Fields of an acquisition attempt. */
const attempt = [
  'id',
  'proxy_session_id',
  'merchant_psp_config_id',
  'attempt_number',
  'version',
  'psp',
  'commercial_mode',
  'integration_path',
  'pricing_mode',
  'checkout_ui_mode',
  'direct_subscription_source',
  'direct_fee_basis_source',
  'direct_merchandise_currency',
  'direct_merchandise_subtotal_minor',
  'provider_options_fingerprint',
  'provider_retry_not_after',
  'provider_root_object_id',
  'provider_root_object_type',
  'provider_setup_intent_id',
  'provider_customer_id',
  'provider_created_at',
  'provider_confirmed_amount_minor',
  'provider_confirmed_cart_version',
  'provider_confirmed_currency',
  'provider_confirmed_evidence_sha256',
  'provider_confirmed_merchandise_subtotal_minor',
  'provider_confirmed_at',
  'completion_recorded_at',
  'status',
  'status_reason',
  'supersedes_attempt_id',
  'created_at',
  'updated_at',
];
/** The nullable fields of an acquisition attempt. */
const nullableOfAttempt = [
  'checkout_ui_mode',
  'direct_fee_basis_source',
  'direct_merchandise_currency',
  'direct_merchandise_subtotal_minor',
  'provider_root_object_id',
  'provider_root_object_type',
  'provider_setup_intent_id',
  'provider_customer_id',
  'provider_created_at',
  'provider_confirmed_amount_minor',
  'provider_confirmed_cart_version',
  'provider_confirmed_currency',
  'provider_confirmed_evidence_sha256',
  'provider_confirmed_merchandise_subtotal_minor',
  'provider_confirmed_at',
  'completion_recorded_at',
  'status_reason',
  'supersedes_attempt_id',
];
const nullableOfSession = [
  'completed_acquisition_attempt_id',
  'idempotency_key',
  'payer_destination_url',
  'provider_checkout_session_id',
  'provider_checkout_session_psp',
];
const created = ['expires_at', 'id', 'integration_mode', 'status'];

interface Shape {
  readonly required: readonly string[];
  readonly optional?: readonly string[];
  readonly nullable?: readonly string[];
  readonly schema: z.ZodObject;
}

/** The response fields of each operation. */
const outputs: Readonly<Record<string, Shape>> = {
  '4.1 a new session': { schema: contract.createSessionOutput, required: created },
  '4.2 a new session with its handoff': {
    schema: contract.createSessionWithHandoffOutput,
    required: [...created, 'handoff_url'],
  },
  '4.3 the payer-safe view': {
    schema: contract.payerSafeSession,
    required: [...everyView, ...charges, 'merchant'],
    nullable: ['completed_acquisition_attempt_id'],
  },
  '4.4 a replaced cart': {
    schema: contract.replaceCartOutput,
    required: ['amount_minor', 'cart_snapshot', 'cart_version', 'currency'],
  },
  '4.5 the merchant view': {
    schema: contract.merchantSession,
    required: [...merchantAndOpened, ...charges],
    optional: ['idempotency_key'],
    nullable: nullableOfSession,
  },
  '4.6 a handoff': { schema: contract.issueHandoffOutput, required: ['status'] },
  '4.7 the payer-opened view': {
    schema: contract.payerOpenedSession,
    required: [...merchantAndOpened, 'idempotency_key'],
    nullable: nullableOfSession,
  },
  '4.8 a binding': {
    schema: contract.bindProviderOutput,
    required: ['provider_checkout_session_id', 'proxy_session_id', 'psp', 'updated_at'],
  },
  '4.9 and 4.10 a report': {
    schema: contract.reportOutput,
    required: ['proxy_session_id', 'status', 'updated_at'],
  },
  '4.11 the attempts': { schema: contract.listAttemptsOutput, required: ['data'] },
  '4.12 and 4.15 a reserved attempt': {
    schema: contract.reservedAttempt,
    required: ['acquisition_attempt', 'provider'],
  },
  '4.13 and 4.14 an attempt': {
    schema: contract.acquisitionAttempt,
    required: attempt,
    nullable: nullableOfAttempt,
  },
  '7 an error': { schema: contract.errorEnvelope, required: ['error'] },
};

type Described = { properties: Record<string, Described>; required: string[]; items: Described };

/** The JSON Schema with its references resolved. */
function describedBy(schema: z.ZodType): Described {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io: 'output' });
  const put = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(put);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref, ...rest } = node as { $ref?: string };
    if ($ref) return put($defs[$ref.replace('#/$defs/', '')]);
    return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, put(value)]));
  };
  return put(root) as Described;
}
const byName = <T>(items: readonly T[]) => [...items].sort();

describe.each(Object.entries(outputs))(
  '%s',
  (_, { schema, required, optional = [], nullable = [] }) => {
    it('has exactly the fields of the interface', () => {
      expect(byName(Object.keys(schema.shape))).toEqual(byName([...required, ...optional]));
      expect(byName(describedBy(schema).required)).toEqual(byName(required));
    });

    it('is nullable exactly in the fields of the interface', () => {
      const fields = Object.entries(schema.shape).filter(
        ([, field]) => field.safeParse(null).success,
      );
      expect(byName(fields.map(([name]) => name))).toEqual(byName(nullable));
    });

    it('is invalid without a required field', () => {
      const missing = schema.safeParse({}).error?.issues.map((issue) => issue.path[0]);
      expect(byName(missing ?? [])).toEqual(byName(required));
    });
  },
);

describe('nested objects', () => {
  const merchant = describedBy(contract.merchantSession).properties;
  const safe = describedBy(contract.payerSafeSession).properties;
  const opened = describedBy(contract.payerOpenedSession).properties;
  const reserved = describedBy(contract.reservedAttempt).properties;
  const error = describedBy(contract.errorEnvelope).properties;

  it.each<[string, Described | undefined, string[]]>([
    ['requested', merchant.requested, ['amount_minor', 'cart_snapshot', 'currency']],
    [
      'latest_quote',
      merchant.latest_quote,
      ['amount_minor', 'cart_snapshot', 'currency', 'observed_at'],
    ],
    ['final', merchant.final, ['amount_minor', 'cart_snapshot', 'currency', 'finalized_at']],
    ['requested for the payer', safe.requested, ['amount_minor', 'currency']],
    ['latest_quote for the payer', safe.latest_quote, ['amount_minor', 'currency', 'observed_at']],
    ['final for the payer', safe.final, ['amount_minor', 'currency', 'finalized_at']],
    ['merchant', safe.merchant, ['name']],
    ['payer_contact', merchant.payer_contact, ['email', 'phone']],
    ['beneficiary_contact', opened.beneficiary_contact, ['email', 'phone']],
    ['provider', reserved.provider, ['idempotency_keys', 'metadata']],
    [
      'provider.metadata',
      reserved.provider?.properties.metadata,
      ['proxy_acquisition_attempt_id', 'proxy_contract_version', 'proxy_session_id'],
    ],
    ['error', error.error, ['code', 'message', 'request_id']],
  ])('%s has exactly its fields, all required', (_, object, fields) => {
    expect(Object.keys(object?.properties ?? {}).sort()).toEqual(fields);
    expect(byName(object?.required ?? [])).toEqual(fields);
  });

  it('current_acquisition_attempt is the same in every view', () => {
    for (const view of [merchant, safe, opened]) {
      expect(byName(view.current_acquisition_attempt?.required ?? [])).toEqual([
        'attempt_number',
        'checkout_ui_mode',
        'id',
        'integration_path',
        'status',
        'status_reason',
      ]);
    }
  });

  it('idempotency keys have at most 255 characters and setup_intent is optional', () => {
    const { root, setup_intent } = reserved.provider?.properties.idempotency_keys?.properties ?? {};
    expect([root, setup_intent]).toEqual([
      expect.objectContaining({ type: 'string', maxLength: 255 }),
      expect.objectContaining({ type: 'string', maxLength: 255 }),
    ]);
    expect(reserved.provider?.properties.idempotency_keys?.required).toEqual(['root']);
  });

  it('a list of attempts contains attempts', () => {
    const item = describedBy(contract.listAttemptsOutput).properties.data?.items;
    expect(byName(item?.required ?? [])).toEqual(byName(attempt));
  });
});
