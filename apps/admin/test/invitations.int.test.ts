import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinAsNewUser } from '@parley/auth';
import { signInRepository } from '@parley/db';
import { createMailbox } from '@parley/mail';
import { afterAll, expect, it } from 'vitest';
import { startAdmin } from './run.ts';

const admin = await startAdmin();
const folder = await mkdtemp(join(tmpdir(), 'parley-admin-mail-'));
afterAll(async () => {
  await admin.close();
  await rm(folder, { recursive: true, force: true });
});
const { client } = admin.database;
const mailbox = createMailbox(folder);
const mail = { env: { MAIL_DIR: folder, DASHBOARD_URL: 'https://parley.example' } };

/** The newest message, and the token of its link. */
async function newestMail() {
  const [newest] = await mailbox.list(1);
  return { ...newest, token: newest?.text.match(/invitation\?token=(\S+)/)?.[1] ?? '' };
}

/** Creates the account of an invited person where no one can sign up without an invitation. */
const joinByLink = (token: string) =>
  joinAsNewUser(
    { database: admin.database, isBreachedPassword: async () => false },
    { token, name: 'Ada', password: 'correct horse battery staple' },
    { headers: new Headers(), requestId: 'req_1', address: undefined, setCookies: () => {} },
  );

it('merchant create --owner-email invites the owner, who joins without open sign-up', async () => {
  const create = 'merchant create Nord --owner-email Ada@Nord.example --operator grace --json';
  const dryRun = await admin.run(`${create} --dry-run`, mail);
  expect(dryRun.json()).toEqual({ name: 'Nord', invited: 'ada@nord.example', dry_run: true });
  expect(await client.merchant.count()).toBe(0);
  expect(await mailbox.list(1)).toEqual([]);

  const created = await admin.run(create, mail);
  const { merchant } = created.json() as { merchant: { id: string } };
  const { to, text, token } = await newestMail();
  expect(to).toBe('ada@nord.example');
  expect(text).toContain('The operator of this installation invited you to join Nord');
  expect(text).toContain('https://parley.example/invitation?token=');
  expect(await client.invitation.findFirst()).toMatchObject({ inviterId: null, role: 'owner' });

  expect(await joinByLink(token)).toBe('ada@nord.example');
  const { json } = await admin.run(`user list --json --merchant ${merchant.id}`);
  expect(json()).toMatchObject({
    users: [{ email: to, memberships: [{ merchant_id: merchant.id, role: 'owner' }] }],
  });
  const entries = await client.auditEntry.findMany({
    where: { mode: 'test' },
    orderBy: { id: 'asc' },
  });
  expect(entries.map(({ action, actorKind, actorId }) => [action, actorKind, actorId])).toEqual([
    ['merchant.created', 'operator', 'grace'],
    ['invitation.created', 'operator', 'grace'],
    ['member.joined', 'user', expect.anything()],
  ]);
});

it('user invite sends a pending invitation again, with another role if it is given', async () => {
  const { json } = await admin.run('merchant create Sued --json');
  const { id } = (json() as { merchant: { id: string } }).merchant;
  const invite = (role: string, options = '') =>
    admin.run(
      `user invite --merchant ${id} --email bob@sued.example --role ${role} ${options}`,
      mail,
    );
  expect((await invite('viewer')).out).toBe(
    'bob@sued.example was invited to join Sued. Role: viewer.\n',
  );
  const first = await newestMail();
  expect((await invite('viewer')).out).toContain('was invited again');
  const second = await newestMail();
  expect((await invite('owner', '--dry-run')).out).toContain('would be invited');
  expect(await newestMail()).toEqual(second);
  await invite('admin');
  const third = await newestMail();
  const pending = await client.invitation.findMany({
    where: { organizationId: id, status: 'pending' },
  });
  expect(pending).toMatchObject([{ role: 'admin' }]);
  for (const { token } of [first, second]) {
    await expect(joinByLink(token)).rejects.toMatchObject({ code: 'not_found' });
  }
  await joinByLink(third.token);
  const again = await invite('admin');
  expect([again.exitCode, again.error]).toEqual([1, 'email belongs to a member of this team.\n']);
});

it('user invite works for a suspended merchant, whose people only view', async () => {
  const { json } = await admin.run('merchant create Kurz --json');
  const { id } = (json() as { merchant: { id: string } }).merchant;
  await admin.run(`merchant suspend ${id} --yes`);
  const invited = await admin.run(
    `user invite --merchant ${id} --email kim@kurz.example --role owner`,
    mail,
  );
  expect(invited.exitCode).toBe(0);
  await joinByLink((await newestMail()).token);
  const { id: userId } = await client.dashboardUser.findUniqueOrThrow({
    where: { email: 'kim@kurz.example' },
  });
  const membership = await signInRepository(admin.database).findMembership(
    { userId, sessionId: '' },
    id,
  );
  expect(membership).toMatchObject({ merchantId: id, isMerchantSuspended: true });
});

it('a message that the SMTP server refuses is reported, and the command can be repeated', async () => {
  const { json } = await admin.run('merchant create West --json');
  const { id } = (json() as { merchant: { id: string } }).merchant;
  const invite = `user invite --merchant ${id} --email eve@west.example --role owner`;
  const smtp = { ...mail.env, MAIL_FROM: 'parley@parley.example', SMTP_URL: 'smtp://127.0.0.1:1' };
  const failed = await admin.run(invite, { env: smtp });
  expect(failed.exitCode).toBe(1);
  expect(failed.error).toMatch(
    /was not sent: .*ECONNREFUSED.*user invite --merchant merch_\w+ --email \S+ --role \w+/,
  );
  expect((await admin.run(invite, mail)).exitCode).toBe(0);
  expect((await newestMail()).to).toBe('eve@west.example');
});

it.each([
  [{ DASHBOARD_URL: '' }, 'DASHBOARD_URL: is not set. Public origin'],
  [{ DASHBOARD_URL: 'http://parley.example' }, 'DASHBOARD_URL: must be https'],
  [{ MAIL_DIR: '' }, 'SMTP_URL: must be set'],
  [{ MAIL_DIR: '', SMTP_URL: 'smtp://127.0.0.1:1' }, 'MAIL_FROM: must be set'],
])('an owner is not invited and no merchant is created with %j', async (change, message) => {
  const before = await client.merchant.count();
  const { exitCode, error } = await admin.run('merchant create Ost --owner-email x@ost.example', {
    env: { ...mail.env, ...change },
  });
  expect(exitCode).toBe(1);
  expect(error).toContain(message);
  expect(await client.merchant.count()).toBe(before);
});
