import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../test/authenticator.ts';
import { createTestAuth, password, request } from '../test/create-test-auth.ts';
import { changePassword, endSessions } from './account.ts';
import { createAuth } from './auth.ts';
import type { AuthRequest } from './auth-deps.ts';
import { requestEmailChange } from './change-email.ts';
import { findSession } from './find-person.ts';
import { signInWithPasskey, startPasskeySignIn } from './passkey-sign-in.ts';
import {
  finishPasskeyRegistration,
  listPasskeys,
  removePasskey,
  startPasskeyRegistration,
} from './passkeys.ts';
import { reauthenticate, startPasskeyProof } from './reauthenticate.ts';
import { requestPasswordReset, resetPassword } from './reset-password.ts';
import { confirmSecondFactor, findSecondFactor, startSecondFactor } from './second-factor.ts';
import { signIn } from './sign-in.ts';
import { totpCode } from './totp.ts';

const test = await createTestAuth();
const { deps } = test;
const { auth, database } = deps;
const merchantId = await test.addMerchant();
afterAll(() => test.close());
beforeEach(() => database.client.signInLimit.deleteMany());

const newPassword = 'another horse battery';
const ended = { code: 'authentication_required' };
const needsPasskey = { code: 'insufficient_scope', message: expect.stringContaining('a passkey') };
const getCode = (secret: string) => totpCode(secret, Math.floor(Date.now() / 30_000));

async function requireSession(browser: AuthRequest) {
  const user = await findSession(auth, database, browser.headers);
  if (!user) throw new Error('not signed in');
  return user;
}

/** A member in a browser that the password signed in. */
async function member(email: string) {
  await test.addUser(merchantId, email);
  const browser = await test.signIn(email);
  return { browser, user: await requireSession(browser) };
}

/** Adds a passkey to the account of a user. */
async function addPasskey({ user, browser }: Awaited<ReturnType<typeof member>>) {
  const authenticator = createAuthenticator();
  const response = authenticator.create(await startPasskeyRegistration(deps, user));
  await finishPasskeyRegistration(deps, user, { name: 'Laptop', response }, browser);
  return authenticator;
}

describe('a password sign-in of an account whose only factor is a passkey', () => {
  it('adds neither an authenticator app nor a passkey, and removes none', async () => {
    const victim = await member('victim@nord.example');
    // Both set-ups began while the account had no factor.
    const early = await requireSession(await test.signIn('victim@nord.example'));
    const { secret } = await startSecondFactor(deps, early, { password }, request());
    const registration = createAuthenticator().create(await startPasskeyRegistration(deps, early));
    const authenticator = await addPasskey(victim);
    const browser = await test.signIn('victim@nord.example');
    const thief = await requireSession(browser);
    const [passkey] = await listPasskeys(deps, thief);
    for (const attempt of [
      () => startSecondFactor(deps, thief, { password }, browser),
      () => confirmSecondFactor(deps, early, { code: getCode(secret) }, browser),
      () => startPasskeyRegistration(deps, thief),
      () =>
        finishPasskeyRegistration(deps, early, { name: 'Mine', response: registration }, browser),
      () => removePasskey(deps, thief, passkey?.id ?? '', browser),
    ]) {
      await expect(attempt()).rejects.toMatchObject(needsPasskey);
    }
    expect(await listPasskeys(deps, thief)).toEqual([passkey]);
    expect(await findSecondFactor(deps, thief)).toMatchObject({ isOn: false });

    const options = await startPasskeySignIn(deps, request());
    const own = request(await signInWithPasskey(deps, authenticator.get(options), request()));
    const user = await requireSession(own);
    await addPasskey({ user, browser: own });
    const app = await startSecondFactor(deps, user, { password }, own);
    await confirmSecondFactor(deps, user, { code: getCode(app.secret) }, own);
    await removePasskey(deps, user, passkey?.id ?? '', own);
    expect(await listPasskeys(deps, user)).toHaveLength(1);
  });

  it('may do so once a passkey confirms it', async () => {
    const authenticator = await addPasskey(await member('confirms@nord.example'));
    const browser = await test.signIn('confirms@nord.example');
    const user = await requireSession(browser);
    expect(await findSecondFactor(deps, user)).toMatchObject({ needsPasskey: true });
    await reauthenticate(deps, user, { password }, browser);
    await expect(startPasskeyRegistration(deps, user)).rejects.toMatchObject(needsPasskey);
    const passkey = authenticator.get(await startPasskeyProof(deps, user, browser));
    await reauthenticate(deps, user, { passkey }, browser);
    expect(await findSecondFactor(deps, user)).toMatchObject({ needsPasskey: false });
    const [{ id } = { id: '' }] = await listPasskeys(deps, user);
    await startSecondFactor(deps, user, { password }, browser);
    await addPasskey({ user, browser });
    await removePasskey(deps, user, id, browser);
    expect(await listPasskeys(deps, user)).toHaveLength(1);
  });

  it('adds one of two passkeys whose registrations finish at the same time', async () => {
    const one = await member('race@nord.example');
    const browser = await test.signIn('race@nord.example');
    const other = { browser, user: await requireSession(browser) };
    const prepared = await Promise.all(
      [one, other].map(async ({ user }) =>
        createAuthenticator().create(await startPasskeyRegistration(deps, user)),
      ),
    );
    const results = await Promise.allSettled(
      prepared.map((response, index) => {
        const { user, browser: own } = index === 0 ? one : other;
        return finishPasskeyRegistration(deps, user, { name: 'Key', response }, own);
      }),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await listPasskeys(deps, one.user)).toHaveLength(1);
  });
});

describe('a sign-in whose password is checked while it changes', () => {
  /** Signs in with the old password; `change` commits between its check and the new session. */
  async function signInDuring(email: string, change: () => Promise<unknown>) {
    const client = database.client.$extends({
      query: {
        dashboardSession: {
          async create({ args, query }) {
            await change();
            return query(args);
          },
        },
      },
    });
    // An extended client has another type, although only `create` differs.
    const slow = createAuth({
      database: { ...database, client: client as unknown as typeof database.client },
      secret: 's'.repeat(32),
    });
    return signIn({ ...deps, auth: slow }, { email, password }, request());
  }
  const usable = (userId: string) =>
    database.client.dashboardSession.count({ where: { userId, authenticatedAt: { not: null } } });

  it('fails after a password reset', async () => {
    const { user } = await member('reset@nord.example');
    await requestPasswordReset(deps, { email: user.email }, request());
    const { token } = await test.receive(user.email);
    const reset = () => resetPassword(deps, { token, password: newPassword }, request());
    await expect(signInDuring(user.email, reset)).rejects.toMatchObject(ended);
    expect(await usable(user.userId)).toBe(0);
  });

  it('fails after a change of the password', async () => {
    const { user, browser } = await member('change@nord.example');
    const input = { currentPassword: password, password: newPassword };
    const change = () => changePassword(deps, user, input, browser);
    await expect(signInDuring(user.email, change)).rejects.toMatchObject(ended);
    expect(await usable(user.userId)).toBe(1);
  });
});

it('a change of an account fails in a session that ended meanwhile', async () => {
  const { user, browser } = await member('ended@nord.example');
  const victim = await requireSession(await test.signIn('ended@nord.example'));
  const { secret } = await startSecondFactor(deps, user, { password }, browser);
  const response = createAuthenticator().create(await startPasskeyRegistration(deps, user));
  await endSessions(deps, victim, request());
  const input = { email: 'thief@nord.example', password };
  const replaced = { currentPassword: password, password: newPassword };
  for (const attempt of [
    () => finishPasskeyRegistration(deps, user, { name: 'Mine', response }, browser),
    () => confirmSecondFactor(deps, user, { code: getCode(secret) }, browser),
    () => startSecondFactor(deps, user, { password }, browser),
    () => requestEmailChange(deps, user, input, browser),
    () => changePassword(deps, user, replaced, browser),
    () => endSessions(deps, user, browser),
  ]) {
    await expect(attempt()).rejects.toMatchObject(ended);
  }
  expect(await listPasskeys(deps, user)).toEqual([]);
  expect(await findSecondFactor(deps, user)).toMatchObject({ isOn: false });
  await test.signIn('ended@nord.example');
});
