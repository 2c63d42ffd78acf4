import { afterAll, expect, it } from 'vitest';
import { startOperations, succeededWith } from '../../test/operations.ts';
import { listAuditEntries } from '../audit/list-audit-entries.ts';
import { newId } from '../request/new-id.ts';
import { resumeMerchant, suspendMerchant } from './suspend-merchant.ts';

const ops = await startOperations();
afterAll(() => ops.close());
const caller = { ...ops.caller, mode: 'live', actor: { kind: 'operator', id: 'ada' } } as const;

it('a payment that was begun is completed while its merchant is suspended', async () => {
  const payable = await ops.payable();
  await suspendMerchant(ops.deps, caller);
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  expect((await ops.readStatuses(payable.id)).session).toBe('paid');
});

it('a suspension and its end are audited once, with the operator', async () => {
  await resumeMerchant(ops.deps, caller);
  expect(await suspendMerchant(ops.deps, caller)).toMatchObject({ suspendedAt: expect.any(Date) });
  await suspendMerchant(ops.deps, caller);
  expect(await resumeMerchant(ops.deps, caller)).toMatchObject({ suspendedAt: null });
  await resumeMerchant(ops.deps, caller);
  for (const mode of ['test', 'live'] as const) {
    const { entries } = await ops.database.forScope({ ...caller, mode }).audit.list({ limit: 3 });
    expect(entries.map(({ action }) => action)).toEqual([
      'merchant.resumed',
      'merchant.suspended',
      'merchant.resumed',
    ]);
    expect(entries[0]).toMatchObject({ actorKind: 'operator', actorId: 'ada' });
  }
  const { data } = await listAuditEntries(ops.deps, caller, { limit: 1 });
  expect(data[0]?.actor).toEqual({ kind: 'operator', id: null });
});

it('an unknown merchant is not found', async () => {
  const unknown = { ...caller, merchantId: newId('merch') };
  await expect(suspendMerchant(ops.deps, unknown)).rejects.toMatchObject({ code: 'not_found' });
});
