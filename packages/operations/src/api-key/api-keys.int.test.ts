import { setTimeout as delay } from 'node:timers/promises';
import { limits, type Role } from '@parley/domain';
import { afterAll, describe, expect, it } from 'vitest';
import { refusal, startApiKeys } from '../../test/api-keys.ts';
import { keyedCaller } from '../../test/keyed-caller.ts';
import { authenticateKey } from '../request/api-key.ts';
import { type Idempotency, systemCaller } from '../request/caller.ts';
import { newId } from '../request/new-id.ts';
import { renameApiKey, revokeApiKey } from './change-api-key.ts';
import { createApiKey } from './create-api-key.ts';
import { listApiKeys, locateApiKey } from './list-api-keys.ts';
import { rollApiKey } from './roll-api-key.ts';

const { deps, database, close, addPerson, createSecret, list, find, readAudit, addKeys } =
  await startApiKeys();
afterAll(close);

describe('createApiKey', () => {
  it('returns the value of a secret key once, and stores its hash and its creator', async () => {
    const person = await addPerson('live');
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const scopes = ['events:read', 'proxy_sessions:read', 'events:read'];
    const { api_key, value } = await createSecret(person, { scopes, expires_at });
    expect(value).toMatch(/^sk_live_/);
    expect(await authenticateKey(deps, value)).toMatchObject({
      id: api_key.id,
      scopes: ['events:read', 'proxy_sessions:read'],
    });
    expect(await list(person)).toEqual([api_key]);
    expect(api_key).toEqual({
      id: expect.stringMatching(/^key_/),
      kind: 'secret',
      name: 'Server',
      last_four: value.slice(-4),
      public_value: null,
      scopes: ['events:read', 'proxy_sessions:read'],
      status: 'active',
      expires_at,
      revoked_at: null,
      replaced_by: null,
      last_used_at: null,
      created_by: { kind: 'user', id: 'user_1' },
      created_at: expect.any(String),
    });
    const { merchantId } = person;
    const rows = [
      await database.client.apiKey.findMany({ where: { merchantId } }),
      await database.client.auditEntry.findMany({ where: { merchantId } }),
    ];
    expect(rows[1]).toMatchObject([
      {
        action: 'api_key.created',
        objectId: api_key.id,
        actorKind: 'user',
        actorId: 'user_1',
        requestId: 'req_1',
        details: { kind: 'secret', name: 'Server', scopes: api_key.scopes, expires_at },
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain(value.slice('sk_live_'.length, -4));
  });

  it('lists the value of a publishable key, which has no scopes', async () => {
    const person = await addPerson();
    const page = { kind: 'publishable', name: 'Page' } as const;
    const { api_key, value } = await createApiKey(deps, person, page);
    expect(value).toMatch(/^pk_test_/);
    expect(api_key).toMatchObject({ public_value: value, scopes: null });
    const scopes: ['events:read'] = ['events:read'];
    expect(await refusal(createApiKey(deps, person, { ...page, scopes }))).toBe(
      'scopes must be omitted for a publishable key.',
    );
  });

  it('rejects an expiry in the past', async () => {
    const person = await addPerson();
    const expires_at = new Date(Date.now() - 1_000).toISOString();
    expect(await refusal(createSecret(person, { expires_at }))).toMatch(
      /^expires_at must be in the future; it is /,
    );
    expect(await list(person)).toEqual([]);
  });

  it('adds one key for an idempotency key, whose repetition does not contain the value', async () => {
    const person = await addPerson();
    const idempotency: Idempotency = {
      key: 'once',
      method: 'POST',
      path: '/trpc/apiKeys.create',
      fingerprint: 'f'.repeat(64),
      onReplay: () => {},
    };
    const { api_key, value } = await createSecret({ ...person, idempotency });
    expect(await refusal(createSecret({ ...person, idempotency }))).toContain(api_key.id);
    expect(await list(person)).toEqual([api_key]);
    const { merchantId } = person;
    const records = await database.client.idempotencyRecord.findMany({ where: { merchantId } });
    expect(records).toHaveLength(1);
    expect(JSON.stringify(records)).not.toContain(value.slice(8, -4));
  });

  it('accepts no more than the limit from concurrent requests, in each mode', async () => {
    const person = await addPerson();
    await addKeys(person, limits.api_keys.maximum - 2);
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, () => createSecret(person)),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const refused = attempts.find((attempt) => attempt.status === 'rejected');
    expect(refused?.reason.message).toBe(
      'The limit api_keys is reached: there may be at most 50 active API keys of a mode. Revoke one that is not in use, then try again.',
    );
    await createSecret({ ...person, mode: 'live' });
    const [key] = await list(person);
    await revokeApiKey(deps, person, { id: key?.id ?? '' });
    await createSecret(person);
    expect(await list(person)).toHaveLength(limits.api_keys.maximum);
  });
});

describe('revokeApiKey', () => {
  it('revokes a key once, also during the overlap of its roll', async () => {
    const person = await addPerson();
    const { api_key: key, value } = await createSecret(person);
    await rollApiKey(deps, person, { id: key.id, overlap_seconds: 60 });
    const revoke = () => revokeApiKey(deps, person, { id: key.id });
    const [one, other] = await Promise.all([revoke(), revoke()]);
    expect(one).toEqual(other);
    expect(await revoke()).toEqual(one);
    expect(one.api_key).toMatchObject({ status: 'revoked', revoked_at: expect.any(String) });
    expect(await refusal(authenticateKey(deps, value))).toMatch(/^The API key is not valid/);
    const [newest, ...older] = await readAudit(person, key.id);
    expect(newest).toEqual([
      'api_key.revoked',
      { name: 'Server', status: { from: 'active', to: 'revoked' } },
    ]);
    expect(older.map(([action]) => action)).toEqual(['api_key.rolled', 'api_key.created']);
  });

  it('does not reach the keys of another merchant or mode', async () => {
    const [person, other] = [await addPerson(), await addPerson()];
    const { id } = (await createSecret(person)).api_key;
    for (const stranger of [other, { ...person, mode: 'live' } as const]) {
      expect(await refusal(revokeApiKey(deps, stranger, { id }))).toBe(
        'There is no API key with this id.',
      );
      expect(await list(stranger)).toEqual([]);
    }
    expect(await find(person, id)).toMatchObject({ status: 'active' });
  });
});

it('renameApiKey changes the name, and records nothing when it is the same', async () => {
  const person = await addPerson();
  const { id } = (await createSecret(person)).api_key;
  const rename = (name: string) => renameApiKey(deps, person, { id, name });
  expect((await rename('Worker')).api_key.name).toBe('Worker');
  await rename('Worker');
  expect(await readAudit(person, id)).toMatchObject([
    ['api_key.renamed', { name: { from: 'Server', to: 'Worker' } }],
    ['api_key.created', {}],
  ]);
});

it('listApiKeys lists active and ended keys page by page, newest first', async () => {
  const person = await addPerson();
  const ids = [];
  for (let index = 0; index < 5; index++) ids.unshift((await createSecret(person)).api_key.id);
  await revokeApiKey(deps, person, { id: ids[1] ?? '' });
  const first = await listApiKeys(deps, person, { ended: false, limit: 3 });
  const cursor = first.next_cursor ?? '';
  const rest = await listApiKeys(deps, person, { ended: false, limit: 3, cursor });
  const seen = [...first.data, ...rest.data].map(({ id }) => id);
  expect(seen).toEqual(ids.filter((_, index) => index !== 1));
  expect([first.has_more, rest.has_more]).toEqual([true, false]);
  expect((await list(person, true)).map(({ id }) => id)).toEqual([ids[1]]);
});

it('locateApiKey finds the merchant of a key by its value, also after it was revoked', async () => {
  const person = await addPerson('live');
  const { api_key, value } = await createSecret(person);
  const { id } = api_key;
  const found = { merchantId: person.merchantId, mode: 'live', id };
  expect(await locateApiKey(deps, value)).toEqual(found);
  await revokeApiKey(deps, systemCaller(person), { id });
  expect(await locateApiKey(deps, value)).toEqual(found);
  expect(await locateApiKey(deps, value.slice(0, -1))).toBeNull();
});

describe('the owners', () => {
  const mails = async ({ merchantId }: { merchantId: string }) =>
    database.client.mailOutbox.findMany({
      where: { merchantId },
      orderBy: [{ createdAt: 'asc' }, { recipient: 'asc' }],
    });

  /** Adds two owners, and members who must not receive messages. Returns the first owner as caller. */
  async function addTeam(mode: 'test' | 'live' = 'live') {
    const caller = await addPerson(mode);
    const { team } = database.forScope(caller);
    const add = async (email: string, role: Role, emailVerified = true) => {
      const id = newId('evt');
      await database.client.dashboardUser.create({
        data: { id, name: 'Ada', email: `${email}-${id}@nord.example`, emailVerified },
      });
      await team.addMember(id, role);
      return id;
    };
    const id = await add('a', 'owner');
    await add('b', 'owner');
    await add('unverified', 'owner', false);
    await add('admin', 'admin');
    return { ...caller, actor: { ...caller.actor, id } };
  }

  it('get a message when a key is created, rolled or revoked, without its value', async () => {
    const caller = await addTeam();
    const created = await createSecret(caller);
    const { id } = created.api_key;
    const rolled = await rollApiKey(deps, caller, { id, overlap_seconds: 0 });
    const operator = { ...caller, actor: { kind: 'operator', id: 'olga' } } as const;
    await revokeApiKey(deps, operator, { id: rolled.api_key.id });
    // A repetition changes nothing.
    await revokeApiKey(deps, operator, { id: rolled.api_key.id });
    const sent = await mails(caller);
    expect(sent.map(({ recipient, subject }) => `${recipient.slice(0, 1)}: ${subject}`)).toEqual(
      ['created', 'rolled', 'revoked'].flatMap((change) =>
        ['a', 'b'].map((owner) => `${owner}: An API key of Nordlicht Coffee was ${change}`),
      ),
    );
    const key = `the secret key “Server” (…${created.value.slice(-4)}) of Nordlicht Coffee in live mode.`;
    expect(sent[0]?.text).toContain(`Ada (${sent[0]?.recipient}) created ${key}`);
    expect(sent.at(-1)?.text).toContain('An operator of the service revoked the secret key');
    const { api_key } = await createSecret(systemCaller(caller));
    const [own] = (await mails(caller)).slice(-1);
    expect(own?.text).toContain('The service created the secret key');
    expect(api_key.created_by).toEqual({ kind: 'system', id: null });
    for (const { value } of [created, rolled]) {
      const secret = value.slice('sk_live_'.length, -4);
      expect(JSON.stringify(sent)).not.toContain(secret);
    }
    expect(JSON.stringify(sent)).not.toContain('olga');
  });

  it('get ten emails of a kind in an hour, and one that counts the others at its end', async () => {
    // In two hours there would be more.
    const leftOfHour = 3_600_000 - (Date.now() % 3_600_000);
    if (leftOfHour < 30_000) await delay(leftOfHour);
    const caller = await addTeam();
    const change = async (count: number) => {
      for (let index = 0; index < count; index++) {
        const { api_key } = await createSecret(caller);
        if (index < 2) await rollApiKey(deps, caller, { id: api_key.id, overlap_seconds: 0 });
        else await revokeApiKey(deps, caller, { id: api_key.id });
      }
    };
    await change(10);
    expect((await mails(caller)).filter(({ subject }) => subject.endsWith('created'))).toHaveLength(
      20,
    );
    await change(1);
    await Promise.all([createSecret(caller), createSecret(caller)]);
    const sent = await mails(caller);
    const created = sent.filter(({ subject }) => subject.includes('created'));
    expect(created).toHaveLength(22);
    const [first, second] = created.slice(-2);
    expect(first?.subject).toBe('3 more API keys of Nordlicht Coffee were created');
    expect(first?.dueAt.getTime()).toBeGreaterThan(Date.now());
    expect((first?.dueAt.getTime() ?? 1) % 3_600_000).toBe(0);
    expect(second).toMatchObject({ subject: first?.subject, dueAt: first?.dueAt });
    // Other kinds have their own number.
    expect(sent.filter(({ subject }) => subject.endsWith('revoked'))).toHaveLength(16);
  }, 120_000);

  it('get no message for a repeated request, a new name or a change that fails', async () => {
    const caller = await addTeam('test');
    const keyed = keyedCaller(caller);
    const { api_key } = await createSecret(keyed);
    await refusal(createSecret(keyed));
    await renameApiKey(deps, caller, { id: api_key.id, name: 'Shop' });
    await refusal(rollApiKey(deps, caller, { id: newId('key'), overlap_seconds: 0 }));
    expect(await mails(caller)).toHaveLength(2);
  });
});
