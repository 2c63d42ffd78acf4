import type { ProviderConfigId, Role } from '@parley/domain';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startOperations } from '../../test/operations.ts';
import { createApiKey } from '../api-key/create-api-key.ts';
import { listAttentionItemsOfKind } from '../attention/attention-items.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { newId } from '../request/new-id.ts';
import { activateProviderConfig } from './activate-provider-config.ts';
import { createProviderConfig } from './create-provider-config.ts';
import { retireProviderConfig } from './retire-provider-config.ts';
import { updateProviderConfig } from './update-provider-config.ts';

const ops = await startOperations('live');
const { database } = ops;
afterAll(ops.close);

/** The account of a key is named in it: sk_live_acct1 belongs to acct1. */
const deps = {
  ...ops.deps,
  connectProvider: (account) => ({
    ...ops.deps.connectProvider(account),
    readAccount: async () => ({ id: account.secretKey.split('_')[2] ?? '' }),
  }),
} satisfies Deps;

/** A merchant with two owners, and its API key as the caller. */
async function addMerchant(mode: 'test' | 'live' = 'live'): Promise<Caller> {
  const merchantId = newId('merch');
  const scope = { merchantId, mode };
  const { merchants, team } = database.forScope(scope);
  await merchants.insert({ id: merchantId, name: 'Nordlicht Coffee' });
  await team.create('Nordlicht Coffee');
  const members: [string, Role][] = [
    ['a', 'owner'],
    ['b', 'owner'],
    ['c', 'admin'],
  ];
  for (const [name, role] of members) {
    const id = newId('evt');
    const email = `${name}-${id}@nord.example`;
    await database.client.dashboardUser.create({
      data: { id, name: 'Ada', email, emailVerified: true },
    });
    await team.addMember(id, role);
  }
  const system = { ...scope, actor: { kind: 'system', id: null }, requestId: 'req_1' } as const;
  const { api_key } = await createApiKey(deps, system, {
    kind: 'secret',
    name: 'Deploy\n\nserver',
    scopes: ['provider_configs:write'],
  });
  await database.client.mailOutbox.deleteMany({ where: { merchantId } });
  return { ...scope, actor: { kind: 'api_key', id: api_key.id }, requestId: 'req_1' };
}

let caller: Caller;
beforeEach(async () => {
  caller = await addMerchant();
});

/** Connects an account with all it needs to be activated. */
async function connect(account: string): Promise<ProviderConfigId> {
  const { provider_config } = await createProviderConfig(deps, caller, {
    publishable_key: `pk_${caller.mode}_${account}`,
    secret_key: `sk_${caller.mode}_${account}`,
    webhook_secret: 'whsec_1',
  });
  return provider_config.id as ProviderConfigId;
}
const activate = (id: string) => activateProviderConfig(deps, caller, { id });
const items = async () => {
  const query = { kind: 'receiving_account_changed', filter: 'open', limit: 10 } as const;
  const { data } = await listAttentionItemsOfKind(deps, caller, query);
  return data.map(({ name, reason }) => ({ account: name, former: reason }));
};
const mails = () =>
  database.client.mailOutbox.findMany({
    where: { merchantId: caller.merchantId },
    orderBy: [{ createdAt: 'asc' }, { recipient: 'asc' }],
  });
/** Moves the activations of the merchant into the past. */
async function daysPass(days: number): Promise<void> {
  const { merchantId } = caller;
  for (const { id, activatedAt } of await database.client.providerConfig.findMany({
    where: { merchantId, activatedAt: { not: null } },
  })) {
    const at = new Date(Number(activatedAt) - days * 86_400_000);
    await database.client.providerConfig.updateMany({
      where: { merchantId, id },
      data: { activatedAt: at },
    });
  }
}

describe('the owners', () => {
  it('get an email about each change of a live account, with the key that made it', async () => {
    const former = await connect('acct1');
    await activate(former);
    const id = await connect('acct2');
    await updateProviderConfig(deps, caller, { id, secret_key: 'sk_live_acct2_rolled' });
    await activate(id);
    // A repetition changes nothing.
    await activate(id);
    await retireProviderConfig(deps, caller, { id });
    const sent = await mails();
    expect(sent.map(({ recipient, subject }) => `${recipient[0]}: ${subject}`)).toEqual(
      [
        'A provider account was connected to Nordlicht Coffee',
        'A provider account of Nordlicht Coffee was activated',
        'A provider account was connected to Nordlicht Coffee',
        'Keys of a provider account of Nordlicht Coffee were replaced',
        'Payments to Nordlicht Coffee now go to another account',
        'A provider account of Nordlicht Coffee was retired',
      ].flatMap((subject) => [`a: ${subject}`, `b: ${subject}`]),
    );
    const { text } = sent[8] ?? {};
    expect(text).toMatch(
      /The API key “Deploy server” \(….{4}\) activated the account acct2 of Nordlicht Coffee in live mode\./,
    );
    expect(text).toContain('which previously went to acct1. To switch back, activate acct1');
    expect(JSON.stringify(sent)).not.toMatch(/sk_live|whsec/);
  });

  it('get none in test mode, and none about a change that fails', async () => {
    await expect(activate(newId('pspcfg'))).rejects.toMatchObject({ code: 'not_found' });
    caller = await addMerchant('test');
    await activate(await connect('acct1'));
    await activate(await connect('acct2'));
    expect(await mails()).toEqual([]);
    expect(await items()).toEqual([]);
  });
});

describe('a change of the account that receives payments', () => {
  it('needs attention for a week, until the former account is activated again', async () => {
    const former = await connect('acct1');
    await activate(former);
    expect(await items()).toEqual([]);
    const second = await connect('acct2');
    await activate(second);
    expect(await items()).toEqual([{ account: 'acct2', former }]);
    // A second change does not hide the first one.
    const third = await connect('acct3');
    await activate(third);
    expect(await items()).toEqual([{ account: 'acct3', former }]);
    await retireProviderConfig(deps, caller, { id: third });
    await activate(second);
    expect(await items()).toEqual([{ account: 'acct2', former }]);
    await activate(former);
    expect(await items()).toEqual([]);
  });

  it('is over after a week, and then the account of that time is the former one', async () => {
    await activate(await connect('acct1'));
    const second = await connect('acct2');
    await activate(second);
    await daysPass(6);
    expect(await items()).toHaveLength(1);
    await daysPass(1);
    expect(await items()).toEqual([]);
    await activate(await connect('acct3'));
    expect(await items()).toEqual([{ account: 'acct3', former: second }]);
  });

  it('is none if the new config belongs to the same account', async () => {
    await activate(await connect('acct1'));
    await activate(await connect('acct1'));
    expect(await items()).toEqual([]);
  });
});
