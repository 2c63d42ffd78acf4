import { hashLinkToken } from '@parley/db';
import { afterAll, describe, expect, it } from 'vitest';
import { breachedPassword, createTestAuth, password, request } from '../test/create-test-auth.ts';
import { changePassword, endSessions, listSessions, renameUser } from './account.ts';
import { findPerson, findSession } from './find-person.ts';
import { joinAsNewUser } from './invitation.ts';
import { isPasswordResetOpen, requestPasswordReset, resetPassword } from './reset-password.ts';
import { completeSignUp, findSignUp, requestSignUp } from './sign-up.ts';

const test = await createTestAuth();
const { deps } = test;
const { auth, database } = deps;
const { client } = database;
afterAll(async () => {
  expect(test.failures).toEqual([]);
  await test.close();
});

const newPassword = 'another horse battery';

async function startSignUp(email: string): Promise<string> {
  await requestSignUp(deps, { email }, request());
  return (await test.receive(email.toLowerCase())).token;
}
const signUpWith = (token: string) =>
  completeSignUp(deps, { token, name: ' Bo ', merchantName: 'Bo’s Bikes', password }, request());

describe('sign-up', () => {
  it('creates the account, its merchant and an owner once the email is confirmed', async () => {
    const token = await startSignUp('Bo@nord.example');
    expect(await client.dashboardUser.count({ where: { email: 'bo@nord.example' } })).toBe(0);
    expect(await findSignUp(deps, token)).toBe('bo@nord.example');
    expect(await signUpWith(token)).toBe('bo@nord.example');
    const person = await test.readPerson('bo@nord.example');
    expect(person).toMatchObject({ name: 'Bo', role: 'owner', merchantName: 'Bo’s Bikes' });
    expect(await test.audit(person.merchantId)).toMatchObject([
      { action: 'member.joined', details: { role: 'owner' }, actorId: person.userId },
      { action: 'user.signed_in' },
    ]);
  });

  it('uses a link once, even if two requests arrive at the same time', async () => {
    const token = await startSignUp('twice@nord.example');
    const merchants = await client.merchant.count();
    const results = await Promise.allSettled([signUpWith(token), signUpWith(token)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await client.merchant.count()).toBe(merchants + 1);
    await expect(signUpWith(token)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('refuses a link that has expired, was replaced or has another purpose', async () => {
    const replaced = await startSignUp('late@nord.example');
    const token = await startSignUp('late@nord.example');
    expect(await findSignUp(deps, replaced)).toBeNull();
    expect(await isPasswordResetOpen(deps, token)).toBe(false);
    await client.$executeRaw`
      UPDATE dashboard_verification SET expires_at = now() - interval '1 millisecond' WHERE value = 'late@nord.example'`;
    await expect(signUpWith(token)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('stores no token', async () => {
    const token = await startSignUp('hashed@nord.example');
    const rows = await client.dashboardVerification.findMany();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('leaves everything as it was after an invalid form, so that the link still works', async () => {
    const token = await startSignUp('form@nord.example');
    const send = (change: object) =>
      completeSignUp(
        deps,
        { token, name: 'Bo', merchantName: 'Bikes', password, ...change },
        request(),
      );
    await expect(send({ password: 'short' })).rejects.toThrow('password must have 12 to 128');
    for (const name of ['Form-2026 Parley', 'form@NORD.example', 'BobsBikes password']) {
      const named = { password: name, name: 'Form', merchantName: 'BobsBikes' };
      await expect(send(named)).rejects.toThrow('password must have 8 characters besides');
    }
    await expect(send({ password: breachedPassword })).rejects.toThrow('stolen passwords');
    await expect(send({ name: ' ' })).rejects.toThrow('name must have 1 to 100');
    await expect(send({ merchantName: '' })).rejects.toThrow('merchant_name must have 1 to 100');
    for (const name of ['Bo\r\n\r\nPay here: https://evil.example', 'Bo\u0000']) {
      await expect(send({ name })).rejects.toThrow('name must not contain line breaks');
      await expect(send({ merchantName: name })).rejects.toThrow('merchant_name must not contain');
    }
    await send({});
  });

  it('responds to an email with an account as to any other, and sends it a hint', async () => {
    const merchantId = await test.addMerchant();
    await test.addUser(merchantId, 'known@nord.example');
    expect(await requestSignUp(deps, { email: 'known@nord.example' }, request())).toBeUndefined();
    const mail = await test.receive('known@nord.example');
    expect([mail.subject, mail.token]).toEqual(['You already have a Parley account', '']);
  });

  it('sends three emails to an address at once', async () => {
    for (let sent = 0; sent < 3; sent++) await startSignUp('flooded@nord.example');
    await test.stopAttemptClock();
    for (const ask of [requestSignUp, requestPasswordReset]) {
      const asked = ask(deps, { email: 'Flooded@nord.example' }, request());
      await expect(asked).rejects.toMatchObject({ code: 'rate_limited' });
    }
  });

  it('is refused when only invited people may join', async () => {
    const token = await startSignUp('closed@nord.example');
    const closed = { ...deps, signUp: 'invitation' } as const;
    const asked = requestSignUp(closed, { email: 'x@nord.example' }, request());
    await expect(asked).rejects.toMatchObject({ code: 'insufficient_scope' });
    const completed = completeSignUp(
      closed,
      { token, name: 'Bo', merchantName: 'Bikes', password },
      request(),
    );
    await expect(completed).rejects.toMatchObject({ code: 'insufficient_scope' });
  });
});

it('rejects an unknown link before it hashes the password, which takes long', async () => {
  // The length of a password is checked before it is hashed.
  const input = { token: 'unknown', name: 'Bo', password: 'short' };
  for (const submit of [
    () => completeSignUp(deps, { ...input, merchantName: 'Bikes' }, request()),
    () => joinAsNewUser(deps, input, request()),
    () => resetPassword(deps, input, request()),
  ]) {
    await expect(submit()).rejects.toMatchObject({ code: 'not_found' });
  }
});

describe('passwords', () => {
  it('a reset sets a new password and signs the user out everywhere', async () => {
    const merchantId = await test.addMerchant();
    await test.addUser(merchantId, 'reset@nord.example');
    const { browser } = await test.readPerson('reset@nord.example');
    await requestPasswordReset(deps, { email: 'reset@nord.example' }, request());
    const { token } = await test.receive('reset@nord.example');
    expect(await isPasswordResetOpen(deps, token)).toBe(true);
    const reset = () => resetPassword(deps, { token, password: newPassword }, request());
    await reset();
    expect(await findPerson(auth, database, browser.headers)).toBeNull();
    await expect(test.signIn('reset@nord.example')).rejects.toThrow('do not match');
    await test.signIn('reset@nord.example', newPassword);
    await expect(reset()).rejects.toMatchObject({ code: 'not_found' });
    expect((await test.receiveNotice('reset@nord.example')).subject).toContain('was changed');
    const actions = (await test.audit(merchantId)).map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(['user.password_reset_requested', 'user.password_reset']),
    );
  });

  it('a reset ends the other links that were requested at the same time', async () => {
    const email = 'links@nord.example';
    const userId = await test.addUser(await test.addMerchant(), email);
    const tokens = ['first', 'second'];
    await client.dashboardVerification.createMany({
      data: tokens.map((token) => ({
        id: hashLinkToken(token),
        identifier: `reset_password:${userId}`,
        value: userId,
        expiresAt: new Date(Date.now() + 3_600_000),
      })),
    });
    await resetPassword(deps, { token: 'first', password: newPassword }, request());
    expect(await isPasswordResetOpen(deps, 'second')).toBe(false);
  });

  it('a reset for an unknown email gets the same response and sends nothing', async () => {
    const asked = requestPasswordReset(deps, { email: 'unknown@nord.example' }, request());
    expect(await asked).toBeUndefined();
    const where = { identifier: { startsWith: 'reset_password:' } };
    expect(await client.dashboardVerification.count({ where })).toBe(0);
  });

  it('a change needs the current password, ends other sessions and pending resets', async () => {
    const merchantId = await test.addMerchant();
    await test.addUser(merchantId, 'change@nord.example');
    const { browser: other } = await test.readPerson('change@nord.example');
    const person = await test.readPerson('change@nord.example');
    await requestPasswordReset(deps, { email: person.email }, request());
    const { token } = await test.receive(person.email);
    const change = (currentPassword: string, chosen = newPassword) =>
      changePassword(deps, person, { currentPassword, password: chosen }, person.browser);
    await expect(change('wrong')).rejects.toThrow('current_password is wrong.');
    await expect(change(password, 'short')).rejects.toThrow('password must have');
    await expect(change(password, 'Change@nord.example')).rejects.toThrow('characters besides');
    await expect(change(password, breachedPassword)).rejects.toThrow('stolen passwords');
    await change(password);
    expect(await findPerson(auth, database, person.browser.headers)).not.toBeNull();
    expect(await findPerson(auth, database, other.headers)).toBeNull();
    expect(await isPasswordResetOpen(deps, token)).toBe(false);
    expect((await test.audit(merchantId)).at(-1)).toMatchObject({
      action: 'user.password_changed',
    });
  });

  it('a change counts as a sign-in attempt', async () => {
    await test.addUser(await test.addMerchant(), 'limited@nord.example');
    const person = await test.readPerson('limited@nord.example');
    const wrong = { currentPassword: 'wrong', password: newPassword };
    for (let tries = 0; tries < 5; tries++) {
      await expect(changePassword(deps, person, wrong, request())).rejects.toThrow('is wrong');
    }
    await test.stopAttemptClock();
    const right = { ...wrong, currentPassword: password };
    await expect(changePassword(deps, person, right, request())).rejects.toMatchObject({
      code: 'rate_limited',
    });
  });
});

describe('the account', () => {
  it('has a name', async () => {
    await test.addUser(await test.addMerchant(), 'name@nord.example');
    const person = await test.readPerson('name@nord.example');
    await renameUser(deps, person, ' Grace ');
    expect(await findPerson(auth, database, person.browser.headers)).toMatchObject({
      name: 'Grace',
    });
    await expect(renameUser(deps, person, 'x'.repeat(101))).rejects.toThrow('name must have');
  });

  it('signs in for twelve hours without use, and for longer with use', async () => {
    await test.addUser(await test.addMerchant(), 'idle@nord.example');
    const { browser, sessionId } = await test.readPerson('idle@nord.example');
    const lastUsed = (hoursAgo: number) =>
      client.dashboardSession.update({
        where: { id: sessionId },
        data: { updatedAt: new Date(Date.now() - hoursAgo * 3_600_000) },
      });
    for (let n = 0; n < 2; n++) {
      await lastUsed(11.9);
      expect(await findSession(auth, database, browser.headers)).not.toBeNull();
      const session = await client.dashboardSession.findUnique({ where: { id: sessionId } });
      expect(Date.now() - (session?.updatedAt.getTime() ?? 0)).toBeLessThan(60_000);
    }
    const unattended = () =>
      findPerson(auth, database, browser.headers, null, { countsAsUse: false });
    await lastUsed(11.9);
    expect(await unattended()).not.toBeNull();
    const session = await client.dashboardSession.findUnique({ where: { id: sessionId } });
    expect(Date.now() - (session?.updatedAt.getTime() ?? 0)).toBeGreaterThan(11 * 3_600_000);
    await lastUsed(12.1);
    expect(await unattended()).toBeNull();
    expect(await findSession(auth, database, browser.headers)).toBeNull();
    const other = await test.readPerson('idle@nord.example');
    expect(await listSessions(deps, other)).toHaveLength(1);
  });

  it('lists its sessions, and ends one or all others but no one else’s', async () => {
    const merchantId = await test.addMerchant();
    await test.addUser(merchantId, 'sessions@nord.example');
    await test.addUser(merchantId, 'stranger@nord.example');
    const stranger = await test.readPerson('stranger@nord.example');
    const first = await test.readPerson('sessions@nord.example');
    const second = await test.readPerson('sessions@nord.example');
    const person = await test.readPerson('sessions@nord.example');
    const ids = async () => (await listSessions(deps, person)).map(({ id }) => id);
    const lastUsedAt = new Date(Date.now() - 3_600_000);
    const used = { where: { id: first.sessionId }, data: { updatedAt: lastUsedAt } };
    await client.dashboardSession.update(used);
    const oldest = (await listSessions(deps, person)).at(-1);
    expect(oldest).toMatchObject({ id: first.sessionId, lastUsedAt });
    expect(new Set(await ids())).toEqual(
      new Set([person.sessionId, second.sessionId, first.sessionId]),
    );
    await endSessions(deps, person, request(), stranger.sessionId);
    await endSessions(deps, person, request(), first.sessionId);
    expect(await findSession(auth, database, first.browser.headers)).toBeNull();
    expect(await findSession(auth, database, stranger.browser.headers)).not.toBeNull();
    await endSessions(deps, person, request());
    expect(await ids()).toEqual([person.sessionId]);
    const ended = (await test.audit(merchantId)).filter(({ action }) => /ended/.test(action));
    expect(ended).toHaveLength(2);
  });
});
