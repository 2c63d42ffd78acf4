import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyedCaller } from '../../test/keyed-caller.ts';
import { type Operations, startOperations } from '../../test/operations.ts';
import type { Caller } from '../request/caller.ts';
import { createSession } from './create-session.ts';
import { replaceCart } from './replace-cart.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

const create = (caller: Caller, amount_minor: number) =>
  createSession(ops.deps, caller, {
    amount_minor,
    currency: 'eur',
    buyer_reference: 'buyer',
    cart_snapshot: {},
  });
const replace = (caller: Caller, id: string, amount_minor: number) =>
  replaceCart(ops.deps, caller, {
    id,
    amount_minor,
    currency: 'eur',
    cart_snapshot: {},
    expected_cart_version: 1,
  });

const tooSmall = {
  code: 'invalid_request',
  field: 'amount_minor',
  message: "amount_minor must be 0, or at least 50 for eur, the provider's minimum, not 10.",
};

describe('a charge that the provider can never take', () => {
  it('is refused at creation, again after the same idempotency key', async () => {
    const caller = keyedCaller(ops.caller);
    await expect(create(caller, 10)).rejects.toMatchObject(tooSmall);
    await expect(create(caller, 10)).rejects.toMatchObject(tooSmall);
    expect(caller.replayed()).toBe(0);
  });

  it('is refused at cart replacement without a change', async () => {
    const { id } = await ops.session();
    await expect(replace(ops.caller, id, 10)).rejects.toMatchObject(tooSmall);
    expect((await ops.read(id)).session).toMatchObject({ amountMinor: 4200, version: 1 });
  });

  it('does not change the stored response of a request that was accepted earlier', async () => {
    const creation = keyedCaller(ops.caller);
    const created = await create(creation, 4200);
    expect(await create(creation, 10)).toEqual(created);
    const replacement = keyedCaller(ops.caller, { method: 'PUT' });
    const replaced = await replace(replacement, created.id, 5000);
    expect(await replace(replacement, created.id, 10)).toEqual(replaced);
    expect([creation.replayed(), replacement.replayed()]).toEqual([1, 1]);
  });
});
