import { expect, it } from 'vitest';
import { findNearest } from './nearest-field.ts';

const fields = [
  'amount_minor',
  'currency',
  'buyer_reference',
  'cart_snapshot',
  'expires_at',
  'payer_contact',
];

it.each([
  ['amount', 'amount_minor'],
  ['amountMinor', 'amount_minor'],
  ['Amount-Minor', 'amount_minor'],
  ['minor_amount', 'amount_minor'],
  ['currancy', 'currency'],
  ['buyer_refrence', 'buyer_reference'],
  ['reference', 'buyer_reference'],
  ['cart', 'cart_snapshot'],
  ['expires', 'expires_at'],
  ['contact', 'payer_contact'],
  ['surprise', undefined],
  ['id', undefined],
  ['', undefined],
  ['__', undefined],
  ['Ä', undefined],
  [`currency${' '.repeat(100_000)}`, undefined],
])('the nearest field of %j is %j', (name, nearest) => {
  expect(findNearest(name, fields)).toBe(nearest);
});
