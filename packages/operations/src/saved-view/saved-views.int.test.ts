import type { SavedView } from '@parley/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operations, startOperations } from '../../test/operations.ts';
import type { Caller } from '../request/caller.ts';
import { deleteView, listSavedViews, saveView } from './saved-views.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
  const { merchantId } = ops.scope;
  const { client } = ops.database;
  await client.organization.create({ data: { id: merchantId, name: 'Nord', slug: merchantId } });
});
afterAll(() => ops.close());

/** A new member, as the caller of the dashboard. */
async function addMember(): Promise<Caller> {
  const id = ops.deps.newId('evt');
  const data = { id, name: 'Ada', email: `${id}@nord.example` };
  await ops.database.client.dashboardUser.create({ data });
  await ops.repositories.team.addMember(id, 'viewer');
  return { ...ops.caller, actor: { kind: 'user', id, permission: 'view' } };
}

const view = (name: string, filters: SavedView['filters'] = {}): SavedView => ({ name, filters });
const readNames = async (caller: Caller) =>
  (await listSavedViews(ops.deps, caller)).views.map(({ name }) => name);

it('the views of a member are private and of one mode, and are replaced by name', async () => {
  const [ada, ben] = [await addMember(), await addMember()];
  await saveView(ops.deps, ada, view('Large', { amount_from: 100_000 }));
  await saveView(ops.deps, ada, view('Euro', { currency: 'eur', status: ['paid'] }));
  await saveView(ops.deps, ada, view('Large', { amount_from: 500_000 }));
  expect(await listSavedViews(ops.deps, ada)).toEqual({
    views: [
      view('Large', { amount_from: 500_000 }),
      view('Euro', { currency: 'eur', status: ['paid'] }),
    ],
  });
  expect(await readNames(ben)).toEqual([]);
  expect(await readNames({ ...ada, mode: 'live' })).toEqual([]);
  await deleteView(ops.deps, ben, { name: 'Large' });
  await deleteView(ops.deps, ada, { name: 'Euro' });
  expect(await readNames(ada)).toEqual(['Large']);
});

it('twenty views are the most, and each of them can still be replaced', async () => {
  const caller = await addMember();
  for (let n = 1; n <= 20; n++) await saveView(ops.deps, caller, view(`View ${n}`));
  await expect(saveView(ops.deps, caller, view('View 21'))).rejects.toThrow(
    'The limit saved_views is reached: there may be at most 20 saved views',
  );
  await saveView(ops.deps, caller, view('View 7', { currency: 'jpy' }));
  expect(await readNames(caller)).toHaveLength(20);
});

it('a member who was removed saves nothing', async () => {
  const caller = await addMember();
  await ops.repositories.team.removeMember(caller.actor.id ?? '');
  await expect(saveView(ops.deps, caller, view('Late'))).rejects.toMatchObject({
    code: 'insufficient_scope',
  });
  expect(await readNames(caller)).toEqual([]);
});
