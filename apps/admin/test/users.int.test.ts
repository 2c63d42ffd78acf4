import { createDashboardUser } from '@parley/auth';
import { accountTransaction } from '@parley/db';
import { afterAll, expect, it } from 'vitest';
import { startAdmin } from './run.ts';

const admin = await startAdmin();
afterAll(() => admin.close());
const { database } = admin;
const email = 'ada@nord.example';
const reset = (options = '--yes') => admin.run(`user reset-second-factor ${email} ${options}`);

it('resets a second factor after confirmation, and records the operator', async () => {
  const created = await admin.run('merchant create Nord --json');
  const { id: merchantId } = (created.json() as { merchant: { id: `merch_${string}` } }).merchant;
  const person = { email, password: 'correct horse battery', name: 'Ada', role: 'owner' } as const;
  const userId = await createDashboardUser(database, { ...person, merchantId } as Parameters<
    typeof createDashboardUser
  >[1]);
  expect((await reset()).out).toContain('has no second factor');
  await accountTransaction(database, async ({ secondFactors, passkeys }) => {
    await secondFactors.start(userId, 'A'.repeat(32));
    const factor = await secondFactors.find(userId);
    await secondFactors.confirm(factor?.id ?? '', new Date());
    await secondFactors.replaceRecoveryCodes(userId, ['a'.repeat(64)]);
    const key = { credentialId: 'AAAA', publicKey: new Uint8Array(1), counter: 0, transports: [] };
    await passkeys.insert({ ...key, userId, name: 'Laptop' });
  });
  const listed = await admin.run(`user list --merchant ${merchantId} --json`);
  expect(listed.json()).toMatchObject({
    users: [
      {
        email,
        second_factor: true,
        passkeys: 1,
        memberships: [{ merchant_id: merchantId, role: 'owner' }],
      },
    ],
  });
  expect((await reset('--dry-run')).out).toContain('would be turned off');
  expect((await reset('')).exitCode).toBe(2);
  expect(await database.client.secondFactor.count()).toBe(1);
  expect(await reset('--yes --operator grace')).toMatchObject({
    exitCode: 0,
    out: `The second factor of ${email} is off, their passkeys (1) were removed, and all sign-ins have ended.\n`,
  });
  expect(await database.client.secondFactor.count()).toBe(0);
  expect(await database.client.recoveryCode.count()).toBe(0);
  expect(await database.client.passkey.count()).toBe(0);
  const entries = await database.client.auditEntry.findMany({
    where: { action: 'user.second_factor_reset' },
  });
  expect(entries).toHaveLength(2);
  const byGrace = { merchantId, objectId: userId, actorKind: 'operator', actorId: 'grace' };
  expect(entries[0]).toMatchObject(byGrace);
});

it('an unknown email is an error', async () => {
  const { exitCode, error } = await admin.run('user reset-second-factor x@nord.example --yes');
  expect(exitCode).toBe(1);
  expect(error).toContain('No account has the email');
});

it('signs a person out of every browser after confirmation, and records the operator', async () => {
  const user = await database.client.dashboardUser.findUniqueOrThrow({ where: { email } });
  const expiresAt = new Date(Date.now() + 60_000);
  const session = (id: string) => ({ id, token: id, userId: user.id, expiresAt });
  await database.client.dashboardSession.createMany({ data: [session('a'), session('b')] });
  const signOut = (options: string) => admin.run(`user sign-out ${email} ${options}`);
  expect((await signOut('--dry-run')).out).toContain('would be signed out');
  expect((await signOut('')).exitCode).toBe(2);
  expect(await database.client.dashboardSession.count()).toBe(2);
  const done = await signOut('--yes --operator grace --json');
  expect(done.json()).toEqual({ user_id: user.id, sessions: 2 });
  expect(await database.client.dashboardSession.count()).toBe(0);
  const entries = await database.client.auditEntry.findMany({
    where: { action: 'user.signed_out_everywhere' },
  });
  expect(entries).toHaveLength(2);
  expect(entries[0]).toMatchObject({ objectId: user.id, actorKind: 'operator', actorId: 'grace' });
});

it('disables a person after confirmation and enables them, and lists who is disabled', async () => {
  const listed = async () => (await admin.run('user list --json')).json();
  const disable = (options: string) => admin.run(`user disable ${email} ${options}`);
  const last = await disable('--dry-run');
  expect([last.exitCode, last.error]).toEqual([1, expect.stringContaining('last owner of Nord (')]);
  expect((await disable('--force --dry-run')).out).toBe(`${email} would be disabled.\n`);
  expect((await disable('--force')).exitCode).toBe(2);
  expect(await listed()).toMatchObject({ users: [{ email, disabled_at: null }] });
  expect(await disable('--force --yes --operator grace')).toMatchObject({
    exitCode: 0,
    out: `${email} is disabled. Browsers signed out: 0. Invitations canceled: 0.\n`,
  });
  expect(await listed()).toMatchObject({ users: [{ email, disabled_at: expect.any(String) }] });
  expect((await disable('--yes')).out).toBe(`${email} is disabled already.\n`);
  const enable = (options = '') => admin.run(`user enable ${email} ${options}`);
  expect((await enable('--dry-run')).out).toBe(`${email} would be enabled.\n`);
  expect((await enable('--operator grace')).out).toBe(`${email} is enabled.\n`);
  expect((await enable()).out).toBe(`${email} is not disabled.\n`);
  const entries = await database.client.auditEntry.findMany({
    where: { actorId: 'grace', mode: 'live', action: { in: ['user.disabled', 'user.enabled'] } },
  });
  expect(entries).toHaveLength(2);
  expect((await admin.run('user disable x@nord.example --yes')).error).toContain('No account');
});
