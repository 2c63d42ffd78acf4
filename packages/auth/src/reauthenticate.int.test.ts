import { afterAll, beforeEach, expect, it } from 'vitest';
import { openTestAuth, password } from '../test/open-test-auth.ts';
import type { AuthRequest } from './auth-deps.ts';
import { findPerson } from './find-person.ts';
import { type IdentityProof, reauthenticate } from './reauthenticate.ts';
import { confirmSecondFactor, startSecondFactor } from './second-factor.ts';
import { totpCode } from './totp.ts';

const test = await openTestAuth();
const { deps } = test;
const { client } = deps.database;
const merchantId = await test.addMerchant();
afterAll(() => test.close());
beforeEach(() => client.signInLimit.deleteMany());

const isRecent = async ({ headers }: AuthRequest) =>
  (await findPerson(deps.auth, deps.database, headers))?.isRecentlyAuthenticated;

/** Moves the last proof of every session back, on the clock of the database. */
const age = (seconds: number) =>
  client.$executeRaw`UPDATE dashboard_session
    SET authenticated_at = now() - make_interval(secs => ${seconds})`;

async function signedIn(email: string) {
  await test.addUser(merchantId, email);
  const { browser, ...person } = await test.personOf(email);
  const prove = (proof: IdentityProof) => reauthenticate(deps, person, proof, browser);
  return { browser, person, prove };
}

it('a proof lasts ten minutes, and the password renews it in one browser', async () => {
  const { browser, prove } = await signedIn('renew@nord.example');
  const other = await test.signIn('renew@nord.example');
  expect(await isRecent(browser)).toBe(true);
  await age(590);
  expect(await isRecent(browser)).toBe(true);
  await age(601);
  expect(await isRecent(browser)).toBe(false);
  await expect(prove({ password: 'a wrong one' })).rejects.toThrow('password is wrong.');
  expect(await isRecent(browser)).toBe(false);
  await prove({ password });
  expect([await isRecent(browser), await isRecent(other)]).toEqual([true, false]);
  const entries = (await test.audit(merchantId)).slice(-2);
  expect(entries).toMatchObject([
    { action: 'user.reauthentication_failed', actorKind: 'system' },
    { action: 'user.reauthenticated', actorKind: 'user', details: { method: 'password' } },
  ]);
});

it('with a second factor, only a code is a proof, and each works once', async () => {
  const { browser, person, prove } = await signedIn('code@nord.example');
  const { secret } = await startSecondFactor(deps, person, { password }, browser);
  const step = Math.floor(Date.now() / 30_000);
  await age(601);
  const first = { code: totpCode(secret, step) };
  const [recovery = ''] = await confirmSecondFactor(deps, person, first, browser);
  expect(await isRecent(browser)).toBe(true);
  await age(601);
  await expect(prove({ password })).rejects.toMatchObject({ code: 'invalid_request' });
  await expect(prove(first)).rejects.toThrow('code is wrong');
  expect(await isRecent(browser)).toBe(false);
  await prove({ code: totpCode(secret, step + 1) });
  expect(await isRecent(browser)).toBe(true);
  await age(601);
  await prove({ code: recovery });
  await expect(prove({ code: recovery })).rejects.toThrow('code is wrong');
  expect((await test.audit(merchantId)).at(-2)).toMatchObject({
    details: { method: 'recovery_code' },
  });
});

it('wrong passwords count as attempts to sign in', async () => {
  const { prove } = await signedIn('guess@nord.example');
  for (let n = 0; n < 5; n++) {
    await expect(prove({ password: `guess ${n}` })).rejects.toThrow('password is wrong.');
  }
  await expect(prove({ password })).rejects.toMatchObject({ code: 'rate_limited' });
  await expect(test.signIn('guess@nord.example')).rejects.toMatchObject({ code: 'rate_limited' });
});

it('a browser that was signed out cannot renew its proof', async () => {
  const { prove, person } = await signedIn('ended@nord.example');
  await client.dashboardSession.deleteMany({ where: { userId: person.userId } });
  await expect(prove({ password })).rejects.toMatchObject({ code: 'authentication_required' });
});
