import { expect, it } from 'vitest';
import { type Cart, compareCarts } from './cart-changes.ts';

const line = (name: string, quantity = 1, amountMinor: number | null = 500) => ({
  name,
  quantity,
  unit: null,
  unitAmountMinor: null,
  amountMinor,
});
const cart = (...lines: Cart['lines']): Cart => ({
  cart_version: 1,
  amount_minor: 4200,
  currency: 'eur',
  created_at: '2026-11-20T09:00:00.000Z',
  lines,
  omitted_lines: 0,
});
const changes = (before: Cart['lines'], after: Cart['lines']) =>
  compareCarts(cart(...before), cart(...after)).map((change) => [
    change.name,
    change.before?.quantity ?? null,
    change.after?.quantity ?? null,
  ]);

it('finds added, changed and removed lines, and no others', () => {
  expect(
    changes([line('Tea'), line('Cup'), line('Pot')], [line('Pot', 2), line('Mug'), line('Tea')]),
  ).toEqual([
    ['Pot', 1, 2],
    ['Mug', null, 1],
    ['Cup', 1, null],
  ]);
  expect(changes([line('Tea', 1, 500)], [line('Tea', 1, 600)])).toEqual([['Tea', 1, 1]]);
});

it('matches lines of the same name in their order', () => {
  expect(changes([line('Tea', 1), line('Tea', 2)], [line('Tea', 1), line('Tea', 2)])).toEqual([]);
  expect(changes([line('Tea', 1)], [line('Tea', 1), line('Tea', 2)])).toEqual([['Tea', null, 2]]);
});
