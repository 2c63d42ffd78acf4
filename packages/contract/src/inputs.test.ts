import { describe, expect, it } from 'vitest';
import { inputOf, inputs } from '../test/inputs.ts';

type Json = Record<string, unknown>;

/** The nested objects of each body with their own fields. */
const inner: Readonly<Record<string, readonly string[]>> = {
  '4.1 create a session': ['payer_contact', 'beneficiary_contact'],
  '4.2 create with handoff': ['payer_contact', 'beneficiary_contact'],
  '4.14 attach an object': ['provider_confirmation'],
  '4.15 supersede an attempt': ['replacement'],
};

describe.each(Object.keys(inputs))('%s', (name) => {
  const { schema, path, least, most } = inputOf(name);
  const full: Json = { ...path, ...least, ...most };
  const takes = (input: unknown) => schema.safeParse(input).success;

  it('accepts the minimal and the maximal body unchanged', () => {
    expect(schema.parse({ ...path, ...least })).toEqual({ ...path, ...least });
    expect(schema.parse(full)).toEqual(full);
  });

  it('rejects a body without a required field', () => {
    for (const field of Object.keys({ ...path, ...least })) {
      const { [field]: _, ...rest } = full;
      const issue = schema.safeParse(rest).error?.issues[0];
      expect([field, issue?.path]).toEqual([field, [field]]);
    }
  });

  it('accepts each optional field alone and rejects null and other types', () => {
    for (const [field, value] of Object.entries(most)) {
      expect([field, takes({ ...path, ...least, [field]: value })]).toEqual([field, true]);
    }
    for (const [field, value] of Object.entries(full)) {
      const others = [null, true, [], [value], typeof value === 'number' ? String(value) : 1.5];
      for (const other of others) {
        expect([field, other, takes({ ...full, [field]: other })]).toEqual([field, other, false]);
      }
    }
  });

  it('rejects unknown fields and fields in another case', () => {
    for (const key of ['extra', 'Amount_Minor', 'constructor', 'amount_minor ']) {
      const issue = schema.safeParse({ ...full, [key]: 1 }).error?.issues[0];
      expect(issue).toMatchObject({ code: 'unrecognized_keys', keys: [key] });
    }
  });

  it.each(inner[name] ?? [])('applies the same rules to %s', (field) => {
    const value = full[field] as Json;
    expect(takes({ ...full, [field]: { ...value, extra: 1 } })).toBe(false);
    for (const [key, original] of Object.entries(value)) {
      for (const other of [null, [], typeof original === 'number' ? String(original) : 1.5]) {
        const changed = { ...full, [field]: { ...value, [key]: other } };
        expect([key, other, takes(changed)]).toEqual([key, other, false]);
      }
    }
  });

  it('rejects values that are not objects', () => {
    for (const input of [null, undefined, 1, 'text', true, [], [full]]) {
      expect([input, takes(input)]).toEqual([input, false]);
    }
  });
});

/** Whether a body is accepted with one changed field, which may be nested. */
function takesWith(name: string, field: string, value: unknown): boolean {
  const { schema, path, least, most } = inputOf(name);
  const input = JSON.parse(JSON.stringify({ ...path, ...least, ...most })) as Json;
  const [first = '', second] = field.split('.');
  if (second === undefined) input[first] = value;
  else (input[first] as Json)[second] = value;
  return schema.safeParse(input).success;
}

const MAX = 2_147_483_647;
const chars = (count: number) => 'x'.repeat(count);
const hex = (count: number, digit = 'f') => digit.repeat(count);
const wholeNumbers = { accepted: [0, 1, MAX], rejected: [-1, MAX + 1, 0.5, '1', 1e300] };
const versions = { accepted: [1, MAX], rejected: [0, -1, MAX + 1, 1.5, '1'] };
const hashes = {
  accepted: [hex(64), hex(64, '0')],
  rejected: [hex(63), hex(65), hex(64, 'F'), hex(64, 'g'), '', `${hex(64)}\n`],
};
const anyCase = {
  accepted: ['eur', 'EUR', 'eUr', 'jpy', 'bhd'],
  rejected: ['', 'eu', 'euro', 'zzz', 'e1r', ' eur', 'eur\n', 'éur', 'xau'],
};
const lowercase = { accepted: ['eur'], rejected: ['EUR', 'Eur', 'eu', 'euro', 'eur\n', ''] };
const contacts = {
  accepted: [{}, { email: 'a@b.example' }, { phone: '1' }],
  rejected: [{ email: '' }, { email: 'ada' }, { phone: '' }, { email: 'a b@c.example' }],
};
const anyObject = { accepted: [{}, { '': null, a: [{}] }], rejected: ['{}', []] };

/** The limits of the interface: accepted and rejected values at each edge. */
const limits: readonly (readonly [
  name: string,
  field: string,
  values: { accepted: readonly unknown[]; rejected: readonly unknown[] },
])[] = [
  ...['4.1 create a session', '4.2 create with handoff'].flatMap(
    (name) =>
      [
        [name, 'amount_minor', wholeNumbers],
        [name, 'buyer_reference', { accepted: ['b', chars(5000)], rejected: [''] }],
        [name, 'currency', anyCase],
        [name, 'integration_mode', { accepted: ['elements'], rejected: ['hosted', ''] }],
        [name, 'payer_contact', contacts],
        [name, 'beneficiary_contact', contacts],
        [name, 'cart_snapshot', anyObject],
        [name, 'metadata', anyObject],
      ] as const,
  ),
  [
    '4.2 create with handoff',
    'payer_destination_url',
    {
      accepted: [
        'https://shop.example',
        'http://localhost:3000/a?b=c#d',
        'myapp://done',
        `https://shop.example/${chars(2048 - 21)}`,
      ],
      rejected: [
        '',
        '/thanks',
        'shop.example',
        `https://shop.example/${chars(2048 - 20)}`,
        'javascript:alert(1)',
        'JavaScript:alert(1)',
        'data:text/html,x',
        'vbscript:x',
        'file:///etc/passwd',
        'about:blank',
      ],
    },
  ],
  ['4.2 create with handoff', 'publishable_key', { accepted: ['p'], rejected: [''] }],
  ['4.4 replace the cart', 'amount_minor', wholeNumbers],
  ['4.4 replace the cart', 'currency', anyCase],
  ['4.4 replace the cart', 'expected_cart_version', versions],
  ['4.4 replace the cart', 'cart_snapshot', anyObject],
  [
    '4.8 bind a provider',
    'provider_checkout_session_id',
    { accepted: ['c', chars(255)], rejected: ['', chars(256)] },
  ],
  ['4.8 bind a provider', 'psp', { accepted: ['p', chars(32)], rejected: ['', chars(33)] }],
  [
    '4.8 bind a provider',
    'commercial_mode',
    { accepted: ['one_time', 'subscription'], rejected: ['', 'ONE_TIME', 'setup'] },
  ],
  ['4.8 bind a provider', 'expected_cart_version', versions],
  ['4.12 reserve an attempt', 'provider_options_fingerprint', hashes],
  ['4.12 reserve an attempt', 'merchandise_subtotal_minor', wholeNumbers],
  ['4.12 reserve an attempt', 'expected_cart_version', versions],
  [
    '4.12 reserve an attempt',
    'integration_path',
    {
      accepted: ['checkout_session', 'payment_intent', 'direct_subscription'],
      rejected: ['', 'card'],
    },
  ],
  [
    '4.12 reserve an attempt',
    'pricing_mode',
    { accepted: ['fixed', 'provider_finalized'], rejected: ['', 'free'] },
  ],
  [
    '4.12 reserve an attempt',
    'checkout_ui_mode',
    { accepted: ['hosted', 'embedded', 'custom'], rejected: ['', 'elements'] },
  ],
  [
    '4.12 reserve an attempt',
    'direct_subscription_source',
    { accepted: ['setup_intent', 'saved_payment_method'], rejected: ['', 'card'] },
  ],
  ['4.13 confirm the cart', 'amount_minor', wholeNumbers],
  ['4.13 confirm the cart', 'merchandise_subtotal_minor', wholeNumbers],
  ['4.13 confirm the cart', 'cart_version', versions],
  ['4.13 confirm the cart', 'expected_version', versions],
  ['4.13 confirm the cart', 'currency', lowercase],
  ['4.13 confirm the cart', 'evidence_sha256', hashes],
  ['4.14 attach an object', 'expected_version', versions],
  [
    '4.14 attach an object',
    'object_id',
    { accepted: ['p', chars(255)], rejected: ['', chars(256)] },
  ],
  ['4.14 attach an object', 'object_type', { accepted: ['anything'], rejected: [''] }],
  [
    '4.14 attach an object',
    'role',
    { accepted: ['root', 'customer', 'setup_intent'], rejected: ['', 'payment_intent'] },
  ],
  ['4.14 attach an object', 'provider_confirmation.amount_minor', wholeNumbers],
  ['4.14 attach an object', 'provider_confirmation.merchandise_subtotal_minor', wholeNumbers],
  ['4.14 attach an object', 'provider_confirmation.cart_version', versions],
  ['4.14 attach an object', 'provider_confirmation.currency', lowercase],
  ['4.14 attach an object', 'provider_confirmation.evidence_sha256', hashes],
  ['4.15 supersede an attempt', 'expected_version', versions],
  [
    '4.15 supersede an attempt',
    'reason',
    {
      accepted: ['r', '_9', chars(96)],
      rejected: ['', chars(97), 'Reason', 'two words', 'a-b', 'é', 'a\n'],
    },
  ],
  ['4.15 supersede an attempt', 'replacement.provider_options_fingerprint', hashes],
];

describe('the limits of the interface', () => {
  it.each(limits)('%s: %s', (name, field, { accepted, rejected }) => {
    for (const value of accepted) {
      expect([value, takesWith(name, field, value)]).toEqual([value, true]);
    }
    for (const value of rejected) {
      expect([value, takesWith(name, field, value)]).toEqual([value, false]);
    }
  });

  it('requires every field of a confirmation and of a replacement', () => {
    const nested: readonly [string, string, readonly string[]][] = [
      [
        '4.14 attach an object',
        'provider_confirmation',
        ['amount_minor', 'cart_version', 'currency', 'evidence_sha256'],
      ],
      [
        '4.15 supersede an attempt',
        'replacement',
        ['integration_path', 'provider_options_fingerprint'],
      ],
    ];
    for (const [name, object, fields] of nested) {
      for (const field of fields) {
        expect([field, takesWith(name, `${object}.${field}`, undefined)]).toEqual([field, false]);
      }
    }
  });

  it('converts a currency to lowercase', () => {
    const { schema, least } = inputOf('4.1 create a session');
    expect(schema.parse({ ...least, currency: 'eUR' })).toMatchObject({ currency: 'eur' });
  });
});
