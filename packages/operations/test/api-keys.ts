import { createHash } from 'node:crypto';
import { createApiKey } from '../src/api-key/create-api-key.ts';
import { listApiKeys } from '../src/api-key/list-api-keys.ts';
import type { Caller } from '../src/request/caller.ts';
import { newId } from '../src/request/new-id.ts';
import { startOperations } from './operations.ts';

/** Opens a database, and returns it with functions that add, list and read API keys. */
export async function startApiKeys() {
  const { deps, database, close } = await startOperations();

  /** An administrator of a new merchant. */
  async function addPerson(mode: 'test' | 'live' = 'test') {
    const merchantId = newId('merch');
    const { merchants, team } = database.forScope({ merchantId, mode });
    await merchants.insert({ id: merchantId, name: 'Nordlicht Coffee' });
    await team.create('Nordlicht Coffee');
    const user = { id: 'user_1', name: 'Ada', email: 'user_1@nord.example' };
    await database.client.dashboardUser.createMany({ data: [user], skipDuplicates: true });
    await team.addMember(user.id, 'admin');
    const actor = { kind: 'user', id: user.id, permission: 'manage_keys' } as const;
    return { merchantId, mode, actor, requestId: 'req_1' };
  }

  const createSecret = (person: Caller, change: object = {}) =>
    createApiKey(deps, person, { kind: 'secret', name: 'Server', ...change });
  const list = async (person: Caller, ended = false) =>
    (await listApiKeys(deps, person, { ended, limit: 100 })).data;
  const find = async (person: Caller, id: string) => database.forScope(person).apiKeys.find(id);
  const readAudit = async (person: Caller, objectId: string) => {
    const { entries } = await database.forScope(person).audit.list({ objectId, limit: 10 });
    return entries.map(({ action, details }) => [action, details]);
  };

  /** Adds active keys without the operation. */
  async function addKeys(person: Caller, count: number) {
    const { apiKeys } = database.forScope(person);
    for (let index = 0; index < count; index++) {
      const id = newId('key');
      await apiKeys.insert({
        id,
        kind: 'secret',
        name: 'filler',
        keyHash: createHash('sha256').update(id).digest('hex'),
        lastFour: 'abcd',
        publicValue: null,
        scopes: [],
        expiresAt: null,
      });
    }
  }

  return { deps, database, close, addPerson, createSecret, list, find, readAudit, addKeys };
}

/** The message of the error that a promise is rejected with; null if it is fulfilled. */
export const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: Error) => error.message,
  );
