import { limits } from '@parley/domain';
import { afterAll, describe, expect, it } from 'vitest';
import { refusal, startApiKeys } from '../../test/api-keys.ts';
import { authenticateKey } from '../request/api-key.ts';
import { revokeApiKey } from './change-api-key.ts';
import { rollApiKey } from './roll-api-key.ts';

const { deps, database, close, addPerson, createSecret, list, find, readAudit, addKeys } =
  await startApiKeys();
afterAll(close);

const DAY_SECONDS = 24 * 60 * 60;
const unknownKey = 'key_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0';

describe('rollApiKey', () => {
  it('creates a successor and revokes the old key at once', async () => {
    const person = await addPerson();
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const old = await createSecret(person, { scopes: ['events:read'], expires_at });
    const { id } = old.api_key;
    const { api_key, value } = await rollApiKey(deps, person, { id, overlap_seconds: 0 });
    expect(api_key).toMatchObject({
      kind: 'secret',
      name: 'Server',
      scopes: ['events:read'],
      expires_at,
    });
    expect(await authenticateKey(deps, value)).toMatchObject({ id: api_key.id });
    expect(await refusal(authenticateKey(deps, old.value))).toMatch(/^The API key is not valid/);
    expect(await list(person, true)).toMatchObject([
      { id, status: 'revoked', replaced_by: api_key.id },
    ]);
    const [[action, details] = []] = await readAudit(person, id);
    expect([action, details]).toEqual([
      'api_key.rolled',
      { name: 'Server', replaced_by: api_key.id, ends_at: expect.any(String) },
    ]);
    expect(await readAudit(person, api_key.id)).toMatchObject([
      ['api_key.created', { replaces: id }],
    ]);
  });

  it('keeps the old key active for the overlap, by the database clock, but not beyond its expiry', async () => {
    const person = await addPerson();
    const { api_key: old, value } = await createSecret(person);
    const roll = { id: old.id, overlap_seconds: 7 * DAY_SECONDS };
    const { api_key: successor } = await rollApiKey(deps, person, roll);
    const after = await find(person, old.id);
    expect(after).toMatchObject({ status: 'active', replacedById: successor.id, revokedAt: null });
    const rolledAt = Date.parse(successor.created_at);
    expect(after?.expiresAt?.getTime()).toBe(rolledAt + 7 * DAY_SECONDS * 1_000);
    expect(await authenticateKey(deps, value)).toMatchObject({ id: old.id });

    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const { api_key: short } = await createSecret(person, { expires_at });
    await rollApiKey(deps, person, { id: short.id, overlap_seconds: DAY_SECONDS });
    expect((await find(person, short.id))?.expiresAt?.toISOString()).toBe(expires_at);
  });

  it('rolls a key once, even if several requests roll it at the same time', async () => {
    const person = await addPerson();
    const { id } = (await createSecret(person)).api_key;
    const rolls = await Promise.allSettled(
      [0, 60, 0, 60].map((overlap_seconds) => rollApiKey(deps, person, { id, overlap_seconds })),
    );
    const [successor, ...others] = rolls.flatMap((roll) =>
      roll.status === 'fulfilled' ? [roll.value.api_key.id] : [],
    );
    expect(others).toEqual([]);
    expect((await find(person, id))?.replacedById).toBe(successor);
    const reasons = rolls.flatMap((roll) => (roll.status === 'rejected' ? [roll.reason] : []));
    for (const { message } of reasons) {
      expect(message).toBe(
        `This API key has already been rolled. Its successor is ${successor}: roll that key instead.`,
      );
    }
    expect((await readAudit(person, id)).map(([action]) => action)).toEqual([
      'api_key.rolled',
      'api_key.created',
    ]);
  });

  it('refuses a key that was revoked, has expired or is unknown', async () => {
    const person = await addPerson();
    const { id } = (await createSecret(person)).api_key;
    await revokeApiKey(deps, person, { id });
    const roll = (key: string) =>
      refusal(rollApiKey(deps, person, { id: key, overlap_seconds: 0 }));
    expect(await roll(id)).toBe('This API key is revoked. Create a new key.');
    const expired = (await createSecret(person)).api_key;
    await database.client.apiKey.updateMany({
      where: { id: expired.id },
      data: { expiresAt: new Date(Date.now() - 1_000) },
    });
    expect(await roll(expired.id)).toBe('This API key is expired. Create a new key.');
    expect(await roll(unknownKey)).toBe('There is no API key with this id.');
    expect(await list(person)).toEqual([]);
  });

  it('at the limit rolls a key only without an overlap', async () => {
    const person = await addPerson();
    const { id } = (await createSecret(person)).api_key;
    await addKeys(person, limits.api_keys.maximum - 1);
    expect(await refusal(rollApiKey(deps, person, { id, overlap_seconds: 60 }))).toMatch(
      /Revoke another key, or roll this one without an overlap\.$/,
    );
    await rollApiKey(deps, person, { id, overlap_seconds: 0 });
    expect(await list(person)).toHaveLength(limits.api_keys.maximum);
  });

  it('of embedding origins is refused to a developer, who may make other keys of test mode', async () => {
    const person = await addPerson();
    const admins = await createSecret(person, { scopes: ['embedding_origins:write'] });
    await database.forScope(person).team.setRole(person.actor.id, 'developer');
    const refused = /^Your role/;
    const roll = rollApiKey(deps, person, { id: admins.api_key.id, overlap_seconds: 0 });
    expect(await refusal(roll)).toMatch(refused);
    const create = createSecret(person, { scopes: ['events:read', 'embedding_origins:write'] });
    expect(await refusal(create)).toMatch(refused);
    await createSecret(person);
    expect(await list(person)).toHaveLength(2);
  });
});
