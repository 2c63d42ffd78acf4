import { openApiDocument } from '@parley/router/rest/document';
import { expect, it } from 'vitest';
import { redactBody, redactResponse, shownFields } from './redact-body.ts';

/** The fields of the contract with secrets, personal data, or text and objects of the merchant. */
const redactedFields = [
  ...['email', 'phone', 'buyer_reference', 'name', 'address'],
  ...[
    'secret_key',
    'secret_key_last_four',
    'webhook_secret',
    'signing_secret',
    'publishable_key',
    'pk',
  ],
  ...['url', 'event_url', 'api_url', 'payer_destination_url', 'handoff_url', 'embedding_origins'],
  ...['cart_snapshot', 'metadata', 'details', 'note'],
  ...['api_key', 'network', 'path', 'query', 'request_body', 'response_body'],
  ...['fulfillment_reference', 'error_message'],
];

/** The names of all fields and query parameters in the document. */
function getFields(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { properties, in: place, name } = node as Record<string, unknown>;
  return [
    ...Object.keys(typeof properties === 'object' && properties !== null ? properties : {}),
    ...(place === 'query' || place === 'path' ? [String(name)] : []),
    ...Object.values(node).flatMap(getFields),
  ];
}

it('every field of the contract is either shown in the request log or redacted', () => {
  const fields = new Set(getFields(openApiDocument('https://api.test/v1')));
  const unclassified = [...fields].filter(
    (field) => !shownFields.has(field) && !redactedFields.includes(field),
  );
  expect(unclassified).toEqual([]);
  expect(redactedFields.filter((field) => shownFields.has(field))).toEqual([]);
  // The envelope of RPC.
  const others = [...shownFields, ...redactedFields].filter((field) => !fields.has(field));
  expect(others.toSorted()).toEqual(['input', 'result']);
});

it('no shown field has a name of secrets or contacts', () => {
  const suspicious = /secret|token|password|email|phone|address|url$|card|iban|_key$/;
  const shown = [...shownFields].filter((field) => suspicious.test(field));
  expect(shown).toEqual([
    'idempotency_key',
    'previous_signing_secret_expires_at',
    'previous_webhook_secret_expires_at',
    'webhook_secret_overlap_seconds',
    'webhook_secret_set',
  ]);
});

const redacted = (body: unknown) => JSON.parse(redactBody(body) ?? 'null');

it('shows ids, amounts and states, and redacts every other value', () => {
  const body = {
    amount_minor: 4200,
    currency: 'eur',
    buyer_reference: 'customer_8412',
    payer_contact: { email: 'ada@example.com', phone: null },
    cart_snapshot: { id: 'Ada' },
    metadata: { status: 'Ada' },
    expires_at: '2030-01-31T09:30:00+01:00',
    data: [{ id: 'psess_1', unknown: 1 }],
  };
  expect(redacted(body)).toEqual({
    ...body,
    buyer_reference: '[redacted]',
    payer_contact: { email: '[redacted]', phone: null },
    cart_snapshot: '[redacted]',
    metadata: '[redacted]',
    data: [{ id: 'psess_1', unknown: '[redacted]' }],
  });
});

it('redacts values that do not belong into a shown field', () => {
  const body = {
    id: 'ada@example.com',
    status: 'Ada Lovelace',
    type: 'sk_test_4q7m2x9k5n8w',
    code: '+4930901820',
    provider_root_object_id: 'pi_3Nabc_secret_k2Jh3',
    currency: '4242424242424242',
    role: 'x_sk_live_51abc',
    action: 'risk_review.signing_secret_rolled',
    'ada@example.com': 1,
    error: { message: 'ada@example.com is not sk_test_4q7m2x9k5n8w or pi_1_secret_k2Jh3' },
  };
  expect(JSON.parse(redactResponse(body) ?? '')).toEqual({
    id: '[redacted]',
    status: '[redacted]',
    type: '[redacted]',
    code: '[redacted]',
    provider_root_object_id: '[redacted]',
    currency: '[redacted]',
    role: '[redacted]',
    action: 'risk_review.signing_secret_rolled',
    '[redacted]': '[redacted]',
    error: { message: '…@… is not sk_… or pi_1_secret_…' },
  });
});

it.each([
  4242424242424242,
  -4242424242424242,
  42424242.42424242,
  '4242424242424242',
  '4242-4242-4242-4242',
  '4242.4242.4242.4242',
  '3782-822463-10005',
  'x4242_4242_4242_4242',
])('redacts the card number %s in values, names and lists', (card) => {
  const fields = { id: card, amount_minor: card, data: [card, { status: card }] };
  const names = { [card]: 1, [`card ${card}`]: 1, [`card_${card}`]: null };
  expect(redacted({ ...fields, ...names })).toEqual({
    id: '[redacted]',
    amount_minor: '[redacted]',
    data: ['[redacted]', { status: '[redacted]' }],
    '[redacted]': expect.toBeOneOf([null, '[redacted]']),
  });
});

it('redacts card numbers in the messages of responses, and every message of a request', () => {
  const body = { error: { message: 'Unrecognized key: "4242 4242 4242 4242"' } };
  expect(redactResponse(body)).toBe(
    JSON.stringify({ error: { message: 'Unrecognized key: "…"' } }),
  );
  expect(redacted(body)).toEqual({ error: { message: '[redacted]' } });
});

it('shows times and amounts of any size that are not card numbers', () => {
  const body = {
    expires_at: '2030-01-31T09:30:00.000+01:05',
    amount_minor: 999_999_999_999,
    // Their digits pass the check of card numbers.
    created_at: '2030-01-31T09:30:00.000+01:07',
  };
  expect(redacted(body)).toEqual(body);
});

it('truncates large bodies', () => {
  const sessions = Array.from({ length: 1_000 }, (_, n) => ({ id: `psess_${n}`, status: 'paid' }));
  const { data } = redacted({ data: sessions });
  expect(data.slice(0, 2)).toEqual(sessions.slice(0, 2));
  expect(data.at(-1)).toBe('[truncated]');
  const names = Object.fromEntries(sessions.map(({ id }) => [id.padEnd(1_000), 1]));
  for (const body of [{ data: sessions }, names, { data: Array(100_000).fill(1) }])
    expect(redactBody(body)?.length).toBeLessThan(12_000);
  const deep = JSON.parse(`${'{"data":'.repeat(50)}1${'}'.repeat(50)}`);
  expect(redactBody(deep)).toContain('[truncated]');
});

it('redacts a body that is not an object', () => {
  expect([undefined, null, 'Ada', ['Ada']].map(redactBody)).toEqual([
    null,
    '"[redacted]"',
    '"[redacted]"',
    '"[redacted]"',
  ]);
});
