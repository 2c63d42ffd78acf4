import { accountTransaction, createLinkToken, teamRepository } from '@parley/db';
import { lockWaits, waitFor } from '@parley/testing';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createAuthenticator } from '../test/authenticator.ts';
import { createTestAuth, password, request } from '../test/create-test-auth.ts';
import { disableUser, enableUser } from './disable-user.ts';
import { findSession } from './find-person.ts';
import { acceptInvitation, joinAsNewUser } from './invitation.ts';
import { signInWithPasskey, startPasskeySignIn } from './passkey-sign-in.ts';
import { finishPasskeyRegistration, startPasskeyRegistration } from './passkeys.ts';
import { requestPasswordReset, resetPassword } from './reset-password.ts';
import { confirmSecondFactor, signInWithCode, startSecondFactor } from './second-factor.ts';
import { signIn } from './sign-in.ts';
import { completeSignUp, requestSignUp } from './sign-up.ts';
import { totpCode } from './totp.ts';

const test = await createTestAuth();
const { deps } = test;
const { auth, database } = deps;
const { client } = database;
afterAll(() => test.close());
beforeEach(() => client.signInLimit.deleteMany());

const operator = 'grace';
const disable = (email: string, isForced = false) =>
  disableUser(database, { email, operator, isForced });
const enable = (email: string) => enableUser(database, { email, operator });
const refused = { code: 'authentication_required' };
const broken = { code: 'not_found' };

/** Invites a person to a merchant, and returns the token of the link. */
async function invite(...[merchantId, email, inviterId]: [`merch_${string}`, string, string?]) {
  const { token, tokenHash } = createLinkToken();
  const expiresAt = new Date(Date.now() + 60_000);
  await teamRepository(client, merchantId).invite({
    id: `invit_${email}`,
    email,
    role: 'owner',
    inviterId: inviterId ?? null,
    expiresAt,
    tokenHash,
  });
  return token;
}

it('ends every session of the person with the next request, and is recorded at each merchant', async () => {
  const email = 'ada@nord.example';
  const merchantId = await test.addMerchant();
  const userId = await test.addUser(merchantId, email);
  const browsers = [await test.signIn(email), await test.signIn(email)];
  const toSelf = await invite(merchantId, 'ada-2@nord.example', userId);
  const done = await disable(' Ada@nord.example');
  expect(done).toEqual({ userId, isChanged: true, sessions: 2, invitations: 1 });
  for (const { headers } of browsers) {
    expect(await findSession(auth, database, headers)).toBeNull();
  }
  const join = joinAsNewUser(deps, { token: toSelf, name: 'Ada', password }, request());
  await expect(join).rejects.toMatchObject(broken);
  expect(await disable(email)).toMatchObject({ isChanged: false });
  expect(await enable(email)).toEqual({ userId, isChanged: true });
  expect(await enable(email)).toEqual({ userId, isChanged: false });
  const byOperator = (await test.audit(merchantId)).filter(({ actorId }) => actorId === operator);
  expect(byOperator).toMatchObject([
    { action: 'user.disabled', objectId: userId, details: { name: 'Ada', sessions: 2 } },
    { action: 'invitation.canceled', details: { email: 'ada-2@nord.example' } },
    { action: 'user.enabled', objectId: userId, details: { name: 'Ada' } },
  ]);
});

it('refuses every way to sign in until the account is enabled', async () => {
  const email = 'bo@nord.example';
  const merchantId = await test.addMerchant();
  await requestSignUp(deps, { email }, request());
  const signUp = { token: (await test.receive(email)).token, name: 'Bo', password };
  await test.addUser(merchantId, email);
  const { browser, ...person } = await test.readPerson(email);
  const authenticator = createAuthenticator();
  const response = authenticator.create(await startPasskeyRegistration(deps, person));
  await finishPasskeyRegistration(deps, person, { name: 'Laptop', response }, browser);
  const { secret } = await startSecondFactor(deps, person, { password }, browser);
  const step = Math.floor(Date.now() / 30_000);
  await confirmSecondFactor(deps, person, { code: totpCode(secret, step) }, browser);
  await requestPasswordReset(deps, { email }, request());
  const reset = { token: (await test.receive(email)).token, password: 'another horse battery' };
  const south = await test.addMerchant('South');
  await test.addUser(south, 'south@nord.example', 'owner');
  const token = await invite(south, email);
  const pending = await test.signIn(email);

  await disable(email);
  const withPasskey = async () =>
    signInWithPasskey(
      deps,
      authenticator.get(await startPasskeySignIn(deps, request())),
      request(),
    );
  await expect(signIn(deps, { email, password }, request())).rejects.toMatchObject(refused);
  await expect(withPasskey()).rejects.toMatchObject(refused);
  const code = { code: totpCode(secret, step + 1) };
  await expect(signInWithCode(deps, code, pending)).rejects.toMatchObject(refused);
  await expect(resetPassword(deps, reset, request())).rejects.toMatchObject(broken);
  await expect(acceptInvitation(deps, token, person, browser)).rejects.toMatchObject(refused);
  const asNew = joinAsNewUser(deps, { token, name: 'Bo', password }, request());
  await expect(asNew).rejects.toMatchObject({ code: 'insufficient_scope' });
  const again = completeSignUp(deps, { ...signUp, merchantName: 'West' }, request());
  await expect(again).rejects.toMatchObject(broken);
  const links = () => client.dashboardVerification.count({ where: { value: person.userId } });
  await requestPasswordReset(deps, { email }, request());
  const requested = { action: 'user.password_reset_requested', mode: 'test', merchantId };
  await waitFor(async () => (await client.auditEntry.count({ where: requested })) === 2);
  expect(await links()).toBe(0);
  const completed = { userId: person.userId, authenticatedAt: { not: null } };
  expect(await client.dashboardSession.count({ where: completed })).toBe(0);
  const failed = { action: 'user.sign_in_failed', objectId: person.userId, mode: 'test' };
  await waitFor(async () => (await client.auditEntry.count({ where: failed })) === 2);

  await enable(email);
  const { headers } = request(await withPasskey());
  expect(await findSession(auth, database, headers)).toMatchObject({ email });
});

it.each(['password', 'passkey'])('refuses a sign-in with a %s that waits for it', async (way) => {
  const email = `${way}@nord.example`;
  await test.addUser(await test.addMerchant(), email);
  const { browser, ...person } = await test.readPerson(email);
  const authenticator = createAuthenticator();
  const response = authenticator.create(await startPasskeyRegistration(deps, person));
  await finishPasskeyRegistration(deps, person, { name: 'Laptop', response }, browser);
  const proof = authenticator.get(await startPasskeySignIn(deps, request()));
  let signingIn: Promise<unknown> | undefined;
  await accountTransaction(database, async ({ accounts }) => {
    await accounts.lock(person.userId);
    signingIn ??= (
      way === 'password'
        ? signIn(deps, { email, password }, request())
        : signInWithPasskey(deps, proof, request())
    ).catch((error: unknown) => error);
    await waitFor(async () => (await client.$queryRawUnsafe<unknown[]>(lockWaits())).length === 1, {
      what: 'a sign-in that waits for the lock of the account',
    });
    await accounts.setDisabled(person.userId, true);
  });
  expect(await signingIn).toMatchObject(refused);
});

it('names the merchants of which the person is the last owner who can sign in', async () => {
  const [first, second, third] = [
    await test.addMerchant('First'),
    await test.addMerchant('Second'),
    await test.addMerchant('Third'),
  ];
  const email = 'owner@nord.example';
  const userId = await test.addUser(first, email, 'owner');
  await client.organization.createMany({
    data: [second, third].map((id) => ({ id, name: id, slug: id })),
  });
  await teamRepository(client, second).addMember(userId, 'owner');
  await teamRepository(client, third).addMember(userId, 'owner');
  await test.addUser(second, 'second@nord.example', 'owner');
  await test.addUser(third, 'third@nord.example', 'owner');
  await disable('second@nord.example');
  await expect(disable(email)).rejects.toMatchObject({
    code: 'invalid_request',
    message: `${email} is the last owner of First (${first}), Second (${second}). Make another member an owner first, or add --force.`,
  });
  expect((await test.readPerson(email)).userId).toBe(userId);
  expect(await disable(email, true)).toMatchObject({ isChanged: true, sessions: 1 });
});
