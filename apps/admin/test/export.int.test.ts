import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placements } from '@parley/db/placements';
import { addAttempt, addMerchant, addSession, reservedColumns } from '@parley/db/testing';
import { addFullMerchant } from '@parley/db/testing/full-merchant';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAdmin } from './run.ts';

const SESSIONS = 250;

interface Line {
  readonly type: string;
  readonly livemode?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: rows of several types
  readonly data: any;
}

const admin = await startAdmin();
const folder = await mkdtemp(join(tmpdir(), 'parley-export-'));
afterAll(async () => {
  await admin.close();
  await rm(folder, { recursive: true, force: true });
});
const { client } = admin.database;
const parse = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line): Line => JSON.parse(line));
const ofType = (lines: readonly Line[], type: string) => lines.filter((line) => line.type === type);

const hour = 3_600_000;
const created = new Date(Date.now() - 2 * hour);
let merchantId: string;
let scope: Awaited<ReturnType<typeof addMerchant>>;
let sessionIds: string[];
beforeAll(async () => {
  scope = await addMerchant(admin.database);
  merchantId = scope.merchantId;
  const columns = await reservedColumns(admin.database, scope);
  sessionIds = [];
  for (let number = 0; number < SESSIONS; number += 1) {
    // One creation time for many sessions, also across batches.
    const createdAt = new Date(created.getTime() + Math.floor(number / 120));
    const change = { createdAt, metadata: { text: '=1+1\n"' } };
    const id = await addSession(admin.database, scope, change);
    await addAttempt(admin.database, scope, id, columns);
    sessionIds.push(id);
  }
  await addSession(admin.database, await addMerchant(admin.database), { createdAt: created });
});

it('exports every session once and in order while sessions are added and changed', async () => {
  let isDone = false;
  const write = async () => {
    for (let version = 2; !isDone; version += 1) {
      const cart = { merchantId, cartVersion: version - 1, amountMinor: 1, currency: 'eur' };
      const id = sessionIds.at(-1) ?? '';
      await client.$transaction([
        client.cartRevision.create({
          data: { ...cart, proxySessionId: id, cartSnapshot: {}, createdAt: new Date() },
        }),
        client.proxySession.updateMany({ where: { id }, data: { cartVersion: version } }),
      ]);
      await addAttempt(admin.database, scope, await addSession(admin.database, scope));
    }
  };
  const writing = write();
  const { exitCode, out, error } = await admin.run(`export --merchant ${merchantId}`);
  isDone = true;
  await writing;
  expect(exitCode).toBe(0);
  const lines = parse(out);
  const sessions = ofType(lines, 'proxy_session');
  expect(sessions.map(({ data }) => data.id)).toEqual(sessionIds.toSorted());
  for (const { data } of sessions) {
    expect(data.carts.at(-1).cart_version).toBe(data.cart_version);
    expect(data.attempts).toMatchObject([{ proxy_session_id: data.id }]);
    expect(data.metadata).toEqual({ text: '=1+1\n"' });
  }
  expect(lines[0]).toMatchObject({
    type: 'export',
    data: { format_version: 1, merchant_id: merchantId, since: null },
  });
  expect(lines.at(-1)).toMatchObject({
    type: 'export_end',
    data: { counts: { proxy_session: SESSIONS } },
  });
  expect(error).toContain(`${SESSIONS} proxy_session`);
});

it('exports carts, payments, history, events, audit and accounts, and no secret', async () => {
  const full = await addFullMerchant(admin.database, 'abc');
  const { orders } = full;
  const before = { createdAt: created };
  await client.proxySession.updateMany({
    where: { merchantId: full.scope.merchantId },
    data: before,
  });
  await client.auditEntry.updateMany({
    where: { merchantId: full.scope.merchantId },
    data: before,
  });
  await client.outboxEvent.updateMany({
    where: { merchantId: full.scope.merchantId },
    data: before,
  });
  await client.apiRequest.updateMany({
    where: { merchantId: full.scope.merchantId },
    data: before,
  });
  await client.subscription.updateMany({
    where: { merchantId: full.scope.merchantId },
    data: before,
  });
  const logo = { hash: 'a'.repeat(64), contentType: 'image/png', content: Buffer.from('a logo') };
  await client.merchantLogo.create({ data: { merchantId: full.scope.merchantId, ...logo } });
  await client.merchant.update({
    where: { id: full.scope.merchantId },
    data: { logoHash: logo.hash, supportUrl: 'https://nord.example/help' },
  });
  const { out } = await admin.run(`export --merchant ${full.scope.merchantId} --operator grace`);
  const lines = parse(out);
  expect(lines.map(({ type }) => type)).toEqual([
    'export',
    'merchant_settings',
    ...Array(2).fill('provider_config'),
    ...Array(2).fill('webhook_endpoint'),
    ...Array(2).fill('proxy_session'),
    ...Array(2).fill('subscription'),
    ...Array(2).fill('event'),
    'audit_entry',
    ...Array(2).fill('request'),
    ...Array(2).fill('attention_triage'),
    'export_end',
  ]);
  const [settings] = ofType(lines, 'merchant_settings');
  expect(settings?.data).toMatchObject({ support_url: 'https://nord.example/help' });
  expect(settings?.data.logo).toEqual({ hash: logo.hash, content_type: 'image/png' });
  const [session] = ofType(lines, 'proxy_session');
  expect(session?.data.id).toBe(orders.map(({ id }) => id).toSorted()[0]);
  expect(session?.data.carts.length).toBeGreaterThan(1);
  expect(session?.data.history.length).toBeGreaterThan(0);
  expect(session?.data.payments.length).toBeGreaterThan(0);
  const urls = ofType(lines, 'webhook_endpoint').map(({ data }) => data.url);
  expect(urls.sort()).toEqual(['https://abc.example/1', 'https://abc.example/2']);
  const subscriptions = ofType(lines, 'subscription').map(({ data }) => data.id);
  expect(subscriptions.sort()).toEqual(orders.map(({ subscriptionId }) => subscriptionId).sort());
  expect(lines.slice(2, -1).every(({ livemode }) => livemode === false)).toBe(true);
  const tables: Record<string, readonly unknown[]> = {
    acquisition_attempt: session?.data.attempts,
    cart_revision: session?.data.carts,
    history_entry: session?.data.history,
    payment: session?.data.payments,
    merchant: ofType(lines, 'merchant_settings'),
    psp_config: ofType(lines, 'provider_config'),
    webhook_endpoint: ofType(lines, 'webhook_endpoint'),
    proxy_session: ofType(lines, 'proxy_session'),
    subscription: ofType(lines, 'subscription'),
    outbox_event: ofType(lines, 'event'),
    audit_entry: ofType(lines, 'audit_entry'),
    api_request: ofType(lines, 'request'),
    attention_triage: ofType(lines, 'attention_triage'),
  };
  for (const [table, { length }] of Object.entries(tables)) {
    expect([table, length > 0]).toEqual([table, true]);
  }
  // A new table is exported, or the documentation says why it is not.
  const guide = await readFile(new URL('../../../docs/export-format.md', import.meta.url), 'utf8');
  const reasons = guide.split('The export leaves out:')[1] ?? '';
  const cells = reasons.split('\n').map((line) => line.split('|')[1] ?? '');
  const leftOut = cells.flatMap((cell) => cell.match(/[a-z_]+(?=`)/g) ?? []);
  const covered = [...Object.keys(tables), ...leftOut];
  expect(covered.sort()).toEqual(Object.keys(placements).sort());
  for (const secret of ['sk_test_provider', 'whsec_']) expect(out).not.toContain(secret);
  const audited = await client.auditEntry.findMany({
    where: { action: 'merchant.exported', merchantId: full.scope.merchantId },
  });
  expect(audited.map(({ actorId, mode }) => [actorId, mode]).sort()).toEqual([
    ['grace', 'live'],
    ['grace', 'test'],
  ]);
  const ofPeriod = async (period: string) => {
    const run = `export --merchant ${full.scope.merchantId} --what subscriptions --mode test ${period}`;
    return ofType(parse((await admin.run(run)).out), 'subscription').length;
  };
  const after = new Date(created.getTime() + 1).toISOString();
  expect(await ofPeriod(`--since ${created.toISOString()} --until ${after}`)).toBe(2);
  expect(await ofPeriod(`--since ${after}`)).toBe(0);
  expect(await ofPeriod(`--until ${created.toISOString()}`)).toBe(0);
});

it('selects the period, the mode and the parts', async () => {
  const of = `export --merchant ${merchantId} --what sessions`;
  const since = new Date(created.getTime() + 1).toISOString();
  const later = parse((await admin.run(`${of} --since ${since} --mode test`)).out);
  expect(ofType(later, 'proxy_session')).toHaveLength(SESSIONS - 120);
  const earlier = parse((await admin.run(`${of} --until ${since}`)).out);
  expect(ofType(earlier, 'proxy_session')).toHaveLength(120);
  expect(earlier).toHaveLength(122);
  expect(parse((await admin.run(`${of} --mode live`)).out)).toHaveLength(2);
  const future = await admin.run(`${of} --until ${new Date().toISOString()}`);
  expect([future.exitCode, future.error]).toEqual([1, expect.stringContaining('a minute ago')]);
  expect((await admin.run(`${of} --what carts`)).exitCode).toBe(2);
});

it('--out leaves only a complete file, which only its user can read, and the same bytes each time', async () => {
  const file = join(folder, 'export.ndjson');
  const until = new Date(Date.now() - hour).toISOString();
  const run = `export --merchant ${merchantId} --until ${until} --what sessions --out ${file}`;
  expect(await admin.run(run)).toMatchObject({ exitCode: 0, out: '' });
  const first = await readFile(file, 'utf8');
  expect(ofType(parse(first), 'proxy_session')).toHaveLength(SESSIONS);
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  await client.$executeRaw`ALTER TABLE history_entry RENAME TO history_entry_away`;
  const failed = await admin.run(`${run} --force`);
  await client.$executeRaw`ALTER TABLE history_entry_away RENAME TO history_entry`;
  expect([failed.exitCode, failed.error]).toEqual([
    1,
    expect.stringContaining('the database refused'),
  ]);
  expect(await readFile(file, 'utf8')).toBe(first);
  expect(await readdir(folder)).toEqual(['export.ndjson']);
  expect((await admin.run(`${run} --force`)).exitCode).toBe(0);
  expect(await readFile(file, 'utf8')).toBe(first);
  expect(await readdir(folder)).toEqual(['export.ndjson']);
});

it('--out replaces neither a file without --force nor the unfinished file of another export', async () => {
  const file = join(folder, 'taken.ndjson');
  const run = `export --merchant ${merchantId} --what settings --out ${file}`;
  const countAudited = () => client.auditEntry.count({ where: { action: 'merchant.exported' } });
  const before = await countAudited();
  await writeFile(file, 'a report');
  const taken = await admin.run(run);
  expect([taken.exitCode, taken.error]).toEqual([2, expect.stringContaining('--force')]);
  expect(await countAudited()).toBe(before);
  expect(await readFile(file, 'utf8')).toBe('a report');

  await writeFile(`${file}.partial`, 'half', { mode: 0o644 });
  const second = await admin.run(`${run} --force`);
  expect([second.exitCode, second.error]).toEqual([2, expect.stringContaining('.partial exists')]);
  expect(await readFile(`${file}.partial`, 'utf8')).toBe('half');
  await rm(`${file}.partial`);
  expect((await admin.run(`${run} --force`)).exitCode).toBe(0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});
