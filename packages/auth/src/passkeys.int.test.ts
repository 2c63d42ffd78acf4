import { afterAll, beforeEach, expect, it } from 'vitest';
import { createAuthenticator } from '../test/authenticator.ts';
import { createTestAuth, password, request } from '../test/create-test-auth.ts';
import { listSessions } from './account.ts';
import { findPendingSession, findPerson, findSession } from './find-person.ts';
import { signInWithPasskey, startPasskeySignIn } from './passkey-sign-in.ts';
import {
  finishPasskeyRegistration,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskeyRegistration,
} from './passkeys.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { confirmSecondFactor, startSecondFactor } from './second-factor.ts';
import { totpCode } from './totp.ts';

const test = await createTestAuth();
const { deps } = test;
const { auth, database } = deps;
const merchantId = await test.addMerchant();
afterAll(() => test.close());
beforeEach(() => database.client.signInLimit.deleteMany());

const refused = { code: 'authentication_required' };
const notVerified = { message: expect.stringMatching(/^The passkey could not be verified/) };

/** A person with a passkey. */
async function enroll(email: string, registered: { readonly counter?: number } = {}) {
  await test.addUser(merchantId, email);
  const person = await test.readPerson(email);
  const { browser } = person;
  const authenticator = createAuthenticator();
  const options = await startPasskeyRegistration(deps, person);
  const response = authenticator.create(options, registered);
  await finishPasskeyRegistration(deps, person, { name: 'Laptop', response }, browser);
  expect((await test.receiveNotice(email)).subject).toContain('passkey was added');
  const [passkey] = await listPasskeys(deps, person);
  if (!passkey) throw new Error('no passkey');
  return { person, browser, authenticator, response, passkey };
}

type Enrolled = Awaited<ReturnType<typeof enroll>>['authenticator'];

/** Signs in with a passkey and returns the request of that browser. */
async function signInWith(
  authenticator: Enrolled,
  behavior: Parameters<Enrolled['get']>[1] = {},
  browser = request(),
) {
  const response = authenticator.get(await startPasskeySignIn(deps, browser), behavior);
  return request(await signInWithPasskey(deps, response, browser));
}

it('signs its user in, records it, and is refused once it is removed', async () => {
  const { person, browser, authenticator, passkey } = await enroll('ada@nord.example');
  expect(passkey).toMatchObject({ name: 'Laptop', lastUsedAt: null });
  const other = await signInWith(authenticator);
  expect(await findPerson(auth, database, other.headers)).toMatchObject({ userId: person.userId });
  const [used] = await listPasskeys(deps, person);
  expect(used?.lastUsedAt).toBeInstanceOf(Date);
  const { id } = passkey;
  await renamePasskey(deps, person, { id, name: 'Work laptop' });
  await removePasskey(deps, person, id, browser);
  expect((await test.receiveNotice('ada@nord.example')).text).toContain('“Work laptop”');
  expect(await findSession(auth, database, other.headers)).toBeNull();
  expect(await findSession(auth, database, browser.headers)).not.toBeNull();
  await expect(signInWith(authenticator)).rejects.toMatchObject(refused);
  const log = (await test.audit(merchantId)).filter(({ objectId }) => objectId === person.userId);
  expect(log.map(({ action, details }) => [action, details])).toEqual([
    ['user.signed_in', {}],
    ['user.passkey_added', { passkey: 'Laptop' }],
    ['user.signed_in', { passkey: 'Laptop' }],
    ['user.passkey_removed', { passkey: 'Work laptop' }],
  ]);
});

it('accepts a response once', async () => {
  const { authenticator } = await enroll('replay@nord.example');
  const response = authenticator.get(await startPasskeySignIn(deps, request()));
  const results = await Promise.allSettled(
    [1, 2, 3].map(() => signInWithPasskey(deps, response, request())),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(signInWithPasskey(deps, response, request())).rejects.toMatchObject(refused);
});

it('refuses an expired challenge, and one that this site did not send', async () => {
  const { authenticator, person } = await enroll('late@nord.example');
  const options = await startPasskeySignIn(deps, request());
  const own = { ...options, challenge: Buffer.alloc(32, 7).toString('base64url') };
  const signIn = (challenge: typeof options) =>
    signInWithPasskey(deps, authenticator.get(challenge), request());
  await expect(signIn(own)).rejects.toMatchObject(refused);
  const { challenge } = await startPasskeyRegistration(deps, person);
  await expect(signIn({ ...options, challenge })).rejects.toMatchObject(refused);
  await database.client.passkeyChallenge.updateMany({ data: { expiresAt: new Date(0) } });
  await expect(signIn(options)).rejects.toMatchObject(refused);
  // Expired challenges are deleted by the next one.
  await startPasskeySignIn(deps, request());
  expect(await database.client.passkeyChallenge.count()).toBe(1);
});

it.each([
  ['another origin', { origin: 'http://localhost:4000' }],
  ['another site', { rpID: 'phishing.example' }],
  ['no user verification', { isVerified: false }],
])('refuses a sign-in with %s, and records it', async (_title, behavior) => {
  const email = `${Object.keys(behavior)[0]?.toLowerCase()}@nord.example`;
  const { authenticator, person } = await enroll(email);
  await expect(signInWith(authenticator, behavior)).rejects.toMatchObject(refused);
  const entry = (await test.audit(merchantId)).find(
    ({ action, objectId }) => action === 'user.sign_in_failed' && objectId === person.userId,
  );
  expect(entry).toMatchObject({ actorKind: 'system' });
  const fresh = createAuthenticator();
  await test.addUser(merchantId, `new-${email}`);
  const other = await test.readPerson(`new-${email}`);
  const options = await startPasskeyRegistration(deps, other);
  const response = fresh.create(options, behavior);
  await expect(
    finishPasskeyRegistration(deps, other, { name: 'Phone', response }, other.browser),
  ).rejects.toMatchObject(notVerified);
});

it('refuses a passkey of one account for another, and a registration of another session', async () => {
  const ada = await enroll('cross-ada@nord.example');
  const bob = await enroll('cross-bob@nord.example');
  const options = await startPasskeySignIn(deps, request());
  const response = ada.authenticator.get(options);
  const asBob = {
    ...response.response,
    userHandle: bob.authenticator.get(options).response.userHandle,
  };
  await expect(
    signInWithPasskey(deps, { ...response, response: asBob } as typeof response, request()),
  ).rejects.toMatchObject(refused);
  const { id } = ada.passkey;
  const { person, browser } = bob;
  await expect(removePasskey(deps, person, id, browser)).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(renamePasskey(deps, person, { id, name: 'Mine' })).rejects.toMatchObject({
    code: 'not_found',
  });
  const registration = await startPasskeyRegistration(deps, ada.person);
  const create = (authenticator: Enrolled) =>
    finishPasskeyRegistration(
      deps,
      person,
      { name: 'x', response: authenticator.create(registration) },
      browser,
    );
  await expect(create(createAuthenticator())).rejects.toMatchObject(notVerified);
  const again = await startPasskeyRegistration(deps, person);
  const registered = ada.authenticator.create(again);
  await expect(
    finishPasskeyRegistration(deps, person, { name: 'x', response: registered }, browser),
  ).rejects.toThrow('already registered');
});

it('refuses a sign counter that does not grow', async () => {
  const { authenticator } = await enroll('clone@nord.example', { counter: 3 });
  await signInWith(authenticator, { counter: 7 });
  await expect(signInWith(authenticator, { counter: 7 })).rejects.toMatchObject(refused);
  await expect(signInWith(authenticator, { counter: 0 })).rejects.toMatchObject(refused);
  await signInWith(authenticator, { counter: 8 });
});

it('delays repeated failures, also for a passkey that does not exist', async () => {
  const { authenticator } = await enroll('guess@nord.example');
  const unknown = createAuthenticator();
  for (const tried of [authenticator, unknown]) {
    for (let n = 0; n < 5; n++) {
      await expect(signInWith(tried, { isVerified: false })).rejects.toMatchObject(refused);
    }
    await test.stopAttemptClock();
    await expect(signInWith(tried)).rejects.toMatchObject({ code: 'rate_limited' });
  }
});

it('replaces the second factor', async () => {
  const { person, browser, authenticator } = await enroll('factor@nord.example');
  const { secret } = await startSecondFactor(deps, person, { password }, browser);
  const code = totpCode(secret, Math.floor(Date.now() / 30_000));
  await confirmSecondFactor(deps, person, { code }, browser);
  const waiting = await test.signIn('factor@nord.example');
  expect(await findPendingSession(auth, waiting.headers)).not.toBeNull();
  const complete = await signInWith(authenticator, {}, waiting);
  expect(await findSession(auth, database, complete.headers)).not.toBeNull();
  expect(await findPendingSession(auth, waiting.headers)).toBeNull();
});

it('satisfies a merchant that requires a second factor, in the browser that it signed in', async () => {
  const { person, authenticator, passkey } = await enroll('team@nord.example');
  const strict = await test.addMerchant('Strict');
  const { team } = database.forScope({ merchantId: strict, mode: 'test' });
  await test.addUser(strict, 'owner@strict.example');
  await team.addMember(person.userId, 'viewer');
  await team.setSecondFactorRequirement(new Date());
  const withPassword = await test.signIn('team@nord.example');
  const withPasskey = await signInWith(authenticator);
  const find = ({ headers }: typeof withPasskey) => findPerson(auth, database, headers, strict);
  await expect(find(withPassword)).rejects.toMatchObject({ code: 'second_factor_required' });
  expect(await find(withPasskey)).toMatchObject({ merchantId: strict });
  await database.client.passkey.delete({ where: { id: passkey.id } });
  await expect(find(withPasskey)).rejects.toMatchObject({ code: 'second_factor_required' });
});

it('is added and removed after a recent proof of identity only', async () => {
  const { person, browser, authenticator, passkey } = await enroll('recent@nord.example');
  const { sessionId } = person;
  const elevenMinutes = 11 * 60_000;
  await database.client.dashboardSession.update({
    where: { id: sessionId },
    data: { authenticatedAt: new Date(Date.now() - elevenMinutes) },
  });
  const needsProof = { code: 'reauthentication_required' };
  await expect(startPasskeyRegistration(deps, person)).rejects.toMatchObject(needsProof);
  const remove = removePasskey(deps, person, passkey.id, browser);
  await expect(remove).rejects.toMatchObject(needsProof);
  await signInWith(authenticator);
});

it('is removed by an operator who resets the second factor', async () => {
  const { person, authenticator } = await enroll('lost@nord.example');
  expect(await resetSecondFactor(database, 'lost@nord.example', 'grace')).toMatchObject({
    removedPasskeys: 1,
  });
  expect((await test.receiveNotice('lost@nord.example')).subject).toContain('was reset');
  expect(await listSessions(deps, person)).toEqual([]);
  await expect(signInWith(authenticator)).rejects.toMatchObject(refused);
});
