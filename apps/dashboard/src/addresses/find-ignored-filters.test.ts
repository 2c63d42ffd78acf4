import { expect, it } from 'vitest';
import { readSessionListView } from '#sessions/read-session-list-view.ts';
import { findIgnoredFilters } from './search-params.ts';

const ignored = (params: Record<string, string | string[]>) =>
  findIgnoredFilters(params, readSessionListView(params), {
    min_amount: 'amount_from',
    max_amount: 'amount_to',
  }).map(({ name, value }) => `${name}=${value}`);

it.each<[Record<string, string | string[]>, string[]]>([
  [{}, []],
  [{ status: 'paid', buyer: ' customer_1 ', currency: 'EUR', search: '' }, []],
  [{ currency: 'eur', min_amount: '1.50', max_amount: '' }, []],
  [{ status: 'payed' }, ['status=payed']],
  [{ status: ['paid', 'payed', 'shipped'] }, ['status=payed', 'status=shipped']],
  [{ stauts: 'paid' }, ['stauts=paid']],
  [{ currency: 'xyz', created_from: 'yesterday' }, ['currency=xyz', 'created_from=yesterday']],
  [{ currency: 'eur', min_amount: 'much' }, ['min_amount=much']],
  [{ amount_from: '200', amount_to: '100' }, ['amount_to=100']],
  [{ buyer: 'x'.repeat(501) }, [`buyer=${'x'.repeat(501)}`]],
  [{ toString: 'x' }, ['toString=x']],
])('of the address %j, %j is not applied', (params, expected) => {
  expect(ignored(params)).toEqual(expected);
});
