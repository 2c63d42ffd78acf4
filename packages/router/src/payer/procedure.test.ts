import type { Deps } from '@parley/operations';
import { generateKey } from '@parley/operations';
import { describe, expect, it } from 'vitest';
import { endOf, untouchable } from '../../test/untouchable.ts';
import { createPayerCaller, payerRouter } from './index.ts';

const id = 'psess_1';

/** Every procedure of the payer page, called with a key. */
const calls: Readonly<
  Record<string, (as: ReturnType<typeof createPayerCaller>, pk: string) => Promise<unknown>>
> = {
  getPage: (as, pk) => as.getPage({ id, pk }),
  openPage: (as, pk) => as.openPage({ id, pk }),
  preparePayment: (as, pk) => as.preparePayment({ id, pk }),
  checkCharge: (as, pk) =>
    as.checkCharge({ id, pk, cart_version: 1, amount_minor: 1, currency: 'eur' }),
  syncPayment: (as, pk) => as.syncPayment({ id, pk }),
};
const names = Object.keys(payerRouter._def.procedures);

function call(name: string, deps: Deps, pk: string): Promise<string> {
  const run = calls[name];
  if (!run) throw new Error(`nobody calls ${name} here`);
  return endOf(run(createPayerCaller({ deps, requestId: 'req_1' }), pk));
}

/** A database that knows every key, as one of this kind, and nothing else. */
function knowing(kind: 'secret' | 'publishable'): Deps {
  const record = { kind, merchantId: 'merch_1', mode: 'test' };
  const forScope = (scope: object) => {
    throw new Error(`asked for ${JSON.stringify(scope)}`);
  };
  return { database: { findApiKey: async () => record, forScope } } as unknown as Deps;
}

describe('the payer page', () => {
  it.each(names)('does not do %s for something that is no key of ours', async (name) => {
    expect(await call(name, untouchable, 'pk_test_guessed')).toBe('invalid_api_key');
  });

  it.each(names)('does not do %s for a secret key, which has no place in a page', async (name) => {
    expect(await call(name, knowing('secret'), generateKey('secret', 'test'))).toBe(
      'invalid_api_key',
    );
  });

  it.each(names)('does %s in the merchant and mode of the publishable key', async (name) => {
    const end = await call(name, knowing('publishable'), generateKey('publishable', 'test'));
    expect(end).toContain('"merchantId":"merch_1","mode":"test"');
    expect(end).toContain('"actor":{"kind":"payer","id":null}');
  });
});
