import { afterAll, beforeEach, expect, it } from 'vitest';
import { createAuthenticator } from '../test/authenticator.ts';
import { createTestAuth, password, request } from '../test/create-test-auth.ts';
import { changePassword } from './account.ts';
import type { AuthRequest } from './auth-deps.ts';
import { findPerson } from './find-person.ts';
import { startPasskeySignIn } from './passkey-sign-in.ts';
import { finishPasskeyRegistration, startPasskeyRegistration } from './passkeys.ts';
import { type IdentityProof, reauthenticate, startPasskeyProof } from './reauthenticate.ts';
import { confirmSecondFactor, startSecondFactor } from './second-factor.ts';
import { signOut } from './sign-in.ts';
import { totpCode } from './totp.ts';

const test = await createTestAuth();
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
  const { browser, ...person } = await test.readPerson(email);
  const prove = (proof: IdentityProof) => reauthenticate(deps, person, proof, browser);
  return { browser, person, prove };
}

type SignedIn = Awaited<ReturnType<typeof signedIn>>;

async function addPasskey(
  person: Awaited<ReturnType<typeof signedIn>>['person'],
  browser: AuthRequest,
) {
  const authenticator = createAuthenticator();
  const response = authenticator.create(await startPasskeyRegistration(deps, person));
  await finishPasskeyRegistration(deps, person, { name: 'Laptop', response }, browser);
  return authenticator;
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
  await expect(prove(first)).rejects.toThrow('code is incorrect');
  expect(await isRecent(browser)).toBe(false);
  await prove({ code: totpCode(secret, step + 1) });
  expect(await isRecent(browser)).toBe(true);
  await age(601);
  await prove({ code: recovery });
  await expect(prove({ code: recovery })).rejects.toThrow('code is incorrect');
  expect((await test.audit(merchantId)).at(-2)).toMatchObject({
    details: { method: 'recovery_code' },
  });
});

it('a passkey of the person is a proof, also with a second factor, and each response works once', async () => {
  const { browser, person, prove } = await signedIn('passkey@nord.example');
  await expect(startPasskeyProof(deps, person, browser)).rejects.toThrow(
    'You no longer have a passkey',
  );
  const own = await addPasskey(person, browser);
  const { secret } = await startSecondFactor(deps, person, { password }, browser);
  const code = totpCode(secret, Math.floor(Date.now() / 30_000));
  await confirmSecondFactor(deps, person, { code }, browser);
  await age(601);
  const refused = 'This passkey was not accepted';
  const unverified = own.get(await startPasskeyProof(deps, person, browser), { isVerified: false });
  await expect(prove({ passkey: unverified })).rejects.toThrow(refused);
  const ofSignIn = own.get(await startPasskeySignIn(deps, browser));
  await expect(prove({ passkey: ofSignIn })).rejects.toThrow(refused);
  expect(await isRecent(browser)).toBe(false);
  const passkey = own.get(await startPasskeyProof(deps, person, browser));
  await prove({ passkey });
  expect(await isRecent(browser)).toBe(true);
  await expect(prove({ passkey })).rejects.toThrow(refused);
  expect((await test.audit(merchantId)).slice(-2)).toMatchObject([
    { action: 'user.reauthenticated', actorKind: 'user', details: { method: 'passkey' } },
    { action: 'user.reauthentication_failed', actorKind: 'system' },
  ]);
});

it('a passkey of another person, or for another browser, is not a proof', async () => {
  const ada = await signedIn('ada@nord.example');
  const bob = await signedIn('bob@nord.example');
  const [own, other] = [
    await addPasskey(ada.person, ada.browser),
    await addPasskey(bob.person, bob.browser),
  ];
  const phone = await test.readPerson('ada@nord.example');
  await age(601);
  const options = await startPasskeyProof(deps, ada.person, ada.browser);
  await expect(ada.prove({ passkey: other.get(options) })).rejects.toThrow('not accepted');
  const elsewhere = reauthenticate(deps, phone, { passkey: own.get(options) }, phone.browser);
  await expect(elsewhere).rejects.toThrow('not accepted');
  expect([await isRecent(ada.browser), await isRecent(phone.browser)]).toEqual([false, false]);
  // Neither used the challenge up.
  await ada.prove({ passkey: own.get(options) });
});

it('wrong passwords count as attempts to sign in', async () => {
  const { prove } = await signedIn('guess@nord.example');
  for (let n = 0; n < 5; n++) {
    await expect(prove({ password: `guess ${n}` })).rejects.toThrow('password is wrong.');
  }
  await test.stopAttemptClock();
  await expect(prove({ password })).rejects.toMatchObject({ code: 'rate_limited' });
  await expect(test.signIn('guess@nord.example')).rejects.toMatchObject({ code: 'rate_limited' });
});

it('a browser that was signed out cannot renew its proof', async () => {
  const { prove, person } = await signedIn('ended@nord.example');
  await client.dashboardSession.deleteMany({ where: { userId: person.userId } });
  await expect(prove({ password })).rejects.toMatchObject({ code: 'authentication_required' });
});

it.each([
  ['a proof', ({ prove }: SignedIn) => prove({ password })],
  [
    'a change of the password',
    async ({ person, browser }: SignedIn) => {
      const input = { currentPassword: password, password: 'another horse battery' };
      await changePassword(deps, person, input, browser);
    },
  ],
  [
    'a change that needs the password',
    ({ person, browser }: SignedIn) => startSecondFactor(deps, person, { password }, browser),
  ],
])('%s gives the session a new token, and the former one expires', async (what, change) => {
  const user = await signedIn(`${what.replaceAll(' ', '-')}@nord.example`);
  const before: AuthRequest = { ...user.browser, headers: new Headers(user.browser.headers) };
  await change(user);
  expect(user.browser.headers.get('cookie')).not.toBe(before.headers.get('cookie'));
  expect(await isRecent(user.browser)).toBe(true);
  // A request of another tab was under way.
  await client.$executeRaw`UPDATE dashboard_session
    SET former_token_expires_at = now() + interval '1 hour'`;
  expect(await isRecent(before)).toBe(false);
  await client.$executeRaw`UPDATE dashboard_session SET former_token_expires_at = now() - interval '1 millisecond'`;
  expect(await isRecent(before)).toBeUndefined();
  expect(await isRecent(user.browser)).toBe(true);
});

it('two proofs of a browser at the same time agree on one token', async () => {
  const { browser, person } = await signedIn('twice@nord.example');
  const tabs = [1, 2].map(() => request([browser.headers.get('cookie') ?? '']));
  await Promise.all(tabs.map((tab) => reauthenticate(deps, person, { password }, tab)));
  expect(await Promise.all(tabs.map(isRecent))).toEqual([true, true]);
});

it('the former token does not use what the newer one proved', async () => {
  const { browser, prove } = await signedIn('former@nord.example');
  const before: AuthRequest = { ...browser, headers: new Headers(browser.headers) };
  await prove({ password });
  await client.$executeRaw`UPDATE dashboard_session
    SET former_token_expires_at = now() + interval '1 hour'`;
  const person = await findPerson(deps.auth, deps.database, before.headers);
  if (!person) throw new Error('The former token is not accepted.');
  await expect(startPasskeyRegistration(deps, person)).rejects.toMatchObject({
    code: 'reauthentication_required',
  });
});

it('signing out with the former token ends the session', async () => {
  const { browser, prove } = await signedIn('leaves@nord.example');
  const before: AuthRequest = { ...browser, headers: new Headers(browser.headers) };
  await prove({ password });
  await client.$executeRaw`UPDATE dashboard_session
    SET former_token_expires_at = now() + interval '1 hour'`;
  await signOut(deps, before);
  expect(await isRecent(browser)).toBeUndefined();
});
