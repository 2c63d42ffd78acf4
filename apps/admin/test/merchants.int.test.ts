import { Readable } from 'node:stream';
import { createDashboardUser } from '@parley/auth';
import type { MerchantId } from '@parley/domain';
import { authenticateKey, newId } from '@parley/operations';
import { waitFor } from '@parley/testing';
import { afterAll, expect, it } from 'vitest';
import { startAdmin } from './run.ts';

const admin = await startAdmin();
afterAll(() => admin.close());
// These commands need neither the provider nor the payer page.
const deps = { database: admin.database, newId } as Parameters<typeof authenticateKey>[0];

async function createMerchant(name: string): Promise<string> {
  const created = await admin.run(`merchant create ${name} --json`);
  return (created.json() as { merchant: { id: string } }).merchant.id;
}
const createAudit = (merchantId: string) =>
  admin.database.client.auditEntry.findMany({
    where: { merchantId, mode: 'test' },
    orderBy: { createdAt: 'asc' },
    select: { action: true, actorKind: true, actorId: true },
  });
const by = (actorId: string, action: string) => ({ action, actorKind: 'operator', actorId });

it('a merchant is created with its organization, suspended after confirmation, and resumed', async () => {
  const id = await createMerchant('Nord');
  const organization = await admin.database.client.organization.findUnique({ where: { id } });
  expect(organization).toMatchObject({ name: 'Nord' });

  const unconfirmed = await admin.run(`merchant suspend ${id}`);
  expect(unconfirmed.exitCode).toBe(2);
  expect(unconfirmed.error).toContain('Add --yes');
  const declined = await admin.run(`merchant suspend ${id}`, { prompt: async () => 'no' });
  expect(declined.exitCode).toBe(2);
  await admin.run(`merchant suspend ${id} --dry-run`);
  expect((await admin.run('merchant list')).out).toMatch(`${id}  active`);

  const suspended = await admin.run(`merchant suspend ${id} --operator grace`, {
    prompt: async () => 'yes',
  });
  expect(suspended).toMatchObject({ exitCode: 0, out: 'Nord is suspended.\n' });
  expect((await admin.run('merchant list')).out).toMatch(`${id}  suspended`);
  await admin.run(`merchant resume ${id}`);
  expect(await createAudit(id)).toEqual([
    by('ada', 'merchant.created'),
    by('grace', 'merchant.suspended'),
    by('ada', 'merchant.resumed'),
  ]);
});

it('pages may frame the payer page of a merchant after its creation or an update', async () => {
  const shop = 'https://shop.example';
  const created = await admin.run(`merchant create Embed --json --embedding-origins ${shop}`);
  const { merchant } = created.json() as { merchant: { id: MerchantId } };
  const { settings } = admin.database.forScope({ merchantId: merchant.id, mode: 'live' });
  const read = async () => (await settings.find())?.embeddingOrigins;
  expect(await read()).toEqual([shop]);

  const both = `${shop},https://www.shop.example`;
  const updated = await admin.run(`merchant update ${merchant.id} --embedding-origins ${both}`);
  expect(updated.out).toBe(
    'https://shop.example, https://www.shop.example can frame the payer page of Embed.\n',
  );
  expect(await read()).toEqual([shop, 'https://www.shop.example']);
  expect(await createAudit(merchant.id)).toEqual([
    by('ada', 'merchant.created'),
    by('ada', 'merchant.updated'),
  ]);

  const path = await admin.run(`merchant update ${merchant.id} --embedding-origins ${shop}/pay`);
  expect(path.exitCode).toBe(2);
  expect(path.error).toContain('--embedding-origins must be origins such as');
  expect(await read()).toHaveLength(2);
});

it('an unknown merchant is an error that says where the ids are', async () => {
  const { exitCode, error } = await admin.run('merchant suspend merch_1 --yes');
  expect(exitCode).toBe(1);
  expect(error).toContain('merchant list');
});

it('a key is created, and revoked by its value from standard input or by its id', async () => {
  const id = await createMerchant('Sued');
  const create = `api-key create --merchant ${id} --mode test --kind secret --name server`;
  const values = [(await admin.run(create)).out.trim(), (await admin.run(create)).out.trim()];
  for (const value of values) {
    expect(await authenticateKey(deps, value)).toMatchObject({ merchantId: id, mode: 'test' });
  }
  const isRevoked = (value = '') =>
    waitFor(() =>
      authenticateKey(deps, value).then(
        () => false,
        ({ code }) => code === 'invalid_api_key',
      ),
    );
  await createDashboardUser(admin.database, {
    name: 'Ada',
    email: 'ada@sued.example',
    password: 'correct horse battery',
    merchantId: id as MerchantId,
    role: 'owner',
  });
  const stdin = () => Readable.from([`${values[0]}\n`]);
  const revoked = await admin.run('api-key revoke --value-stdin --yes', { stdin: stdin() });
  expect(revoked.exitCode).toBe(0);
  await isRevoked(values[0]);
  // The command needs no SMTP server: a worker sends the message.
  expect(await admin.database.client.mailOutbox.findMany()).toMatchObject([
    { recipient: 'ada@sued.example', subject: 'An API key of Sued was revoked' },
  ]);
  // Neither output nor errors contain the value.
  expect(revoked.out + revoked.error).not.toContain(values[0]);

  const listed = await admin.run(`api-key list --merchant ${id} --mode test --json`);
  const { api_keys: keys } = listed.json() as { api_keys: { id: string }[] };
  expect(keys).toHaveLength(1);
  await admin.run(`api-key revoke ${keys[0]?.id} --merchant ${id} --mode test --yes`);
  await isRevoked(values[1]);
  expect((await createAudit(id)).slice(1)).toEqual([
    by('ada', 'api_key.created'),
    by('ada', 'api_key.created'),
    by('ada', 'api_key.revoked'),
    by('ada', 'api_key.revoked'),
  ]);
});

it.each([
  ['api-key revoke', 'Give either the id of a key or --value-stdin.'],
  ['api-key revoke key_1', '--merchant and --mode'],
  ['api-key revoke --value-stdin', 'needs --yes'],
  [
    'api-key create --merchant m --mode test --kind secret --name x --scope all',
    "option '--scope <scope...>' argument 'all' is invalid. Allowed choices are",
  ],
  [
    'api-key create --merchant m --mode other --kind secret --name x',
    'Allowed choices are test, live',
  ],
])('%s is wrong usage', async (args, message) => {
  const { exitCode, error } = await admin.run(args);
  expect(exitCode).toBe(2);
  expect(error).toContain(message);
});

it('the value of an unknown key is an error', async () => {
  const { exitCode, error } = await admin.run('api-key revoke --value-stdin --yes');
  expect([exitCode, error]).toEqual([1, 'There is no API key with this value.\n']);
});
