import { procedures } from '@parley/router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../api.ts';
import { createOwnedObjects } from '../owned-objects.ts';
import { versionsOfAll } from '../row-versions.ts';
import { callProcedure } from './call.ts';
import { addMember, createInputs } from './inputs.ts';
import { authorizationRows } from './table.ts';

/** Test sessions contain sample data and are written by the statement of all new sessions. */
const unchecked = 'sessions.createTest';

const mutations = authorizationRows
  .filter(([path, { owner }]) => owner === 'yes' && procedures[path]?._def.type === 'mutation')
  .map(([path]) => path)
  .filter((path) => path !== unchecked);

let api: TestApi;
let inputs: ReturnType<typeof createInputs>;
beforeAll(async () => {
  api = await startApi();
  inputs = createInputs(api, await createOwnedObjects(api, api.merchant));
  // Sends the invitations.
  await addMember(api, api.merchant.id, 'owner', 'user_owner');
});
afterAll(() => api.stop());

describe.each(mutations)('%s', (path) => {
  const lost = {
    'was removed': (userId: string) => api.database.client.member.deleteMany({ where: { userId } }),
    'lost the role': (userId: string) =>
      api.database.client.member.updateMany({ where: { userId }, data: { role: 'viewer' } }),
    'belongs to a suspended merchant': () => setSuspended(new Date()),
  };
  const setSuspended = (suspendedAt: Date | null) =>
    api.database.client.merchant.update({ where: { id: api.merchant.id }, data: { suspendedAt } });

  // Every member may leave, and has views.
  const isForEveryMember = procedures[path]?._def.meta?.permission === 'view';
  const losses = isForEveryMember ? (['was removed'] as const) : Object.keys(lost);
  it.each(losses as (keyof typeof lost)[])(
    'refuses an owner who %s after the authorization, and changes no row',
    async (loss) => {
      const input = await inputs(path);
      const userId = await addMember(api, api.merchant.id, 'owner');
      const person = {
        userId,
        merchantId: api.merchant.id,
        mode: 'test',
        role: 'owner',
        isMerchantSuspended: false,
        isRecentlyAuthenticated: true,
      } as const;
      await lost[loss](userId);
      try {
        const before = await versionsOfAll(api);
        const { code } = await callProcedure(api, path, { context: { person } }, input);
        expect(code).toBe('insufficient_scope');
        expect(await versionsOfAll(api)).toEqual(before);
      } finally {
        await setSuspended(null);
      }
    },
  );
});
