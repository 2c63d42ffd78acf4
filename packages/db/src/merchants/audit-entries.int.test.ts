import { afterAll, expect, it } from 'vitest';
import { addMerchant, newId, openTestDatabase } from '../../test/rows.ts';
import type { Scope } from '../sql/records.ts';
import type { AuditRecord } from './audit-entries.ts';

const { database, close } = await openTestDatabase();
afterAll(close);

const getAudit = (scope: Scope) => database.forScope(scope).audit;

async function append(
  scope: Scope,
  createdAt: string,
  objectId = 'whend_1',
  actor: Pick<AuditRecord, 'actorKind' | 'actorId'> = { actorKind: 'api_key', actorId: 'key_1' },
) {
  const entry = {
    id: newId('audit'),
    action: 'updated',
    objectType: 'webhook_endpoint',
    objectId,
    details: { url: { from: 'a', to: 'b' } },
    ...actor,
    requestId: 'req_1',
    address: '203.0.113.9',
    createdAt: new Date(createdAt),
  } as const;
  await getAudit(scope).append(entry);
  return entry;
}

it('lists the entries of one merchant and mode newest first, page by page and by object', async () => {
  const scope = await addMerchant(database);
  const oldest = await append(scope, '2026-11-20T09:00:00.000Z', 'whend_2');
  const twins = [
    await append(scope, '2026-11-20T10:00:00.000Z'),
    await append(scope, '2026-11-20T10:00:00.000Z'),
  ].sort((a, b) => (a.id < b.id ? 1 : -1));
  await append({ ...scope, mode: 'live' }, '2026-11-20T11:00:00.000Z');
  await append(await addMerchant(database), '2026-11-20T11:00:00.000Z');
  const page = async (query: object) =>
    (await getAudit(scope).list({ limit: 2, ...query })).entries;
  expect(await page({})).toEqual(twins);
  const [first, second] = twins;
  expect(await page({ after: first })).toEqual([second, oldest]);
  expect(await page({ after: second })).toEqual([oldest]);
  expect(await page({ objectId: 'whend_2' })).toEqual([oldest]);
});

it('does not find entries by the name of an operator, which is not shown', async () => {
  const scope = await addMerchant(database);
  const at = '2026-11-20T09:00:00.000Z';
  const shown = await append(scope, at);
  await append(scope, at, 'whend_1', { actorKind: 'operator', actorId: 'ada' });
  const by = async (actorId: string) => (await getAudit(scope).list({ limit: 9, actorId })).entries;
  expect(await by('ada')).toEqual([]);
  expect(await by('key_1')).toEqual([shown]);
});
