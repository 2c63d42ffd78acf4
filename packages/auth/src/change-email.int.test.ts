import { accountTransaction } from '@parley/db';
import { lockWaits, waitFor } from '@parley/testing';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createTestAuth, password } from '../test/create-test-auth.ts';
import { changePassword } from './account.ts';
import { confirmEmailChange, findEmailChange, requestEmailChange } from './change-email.ts';
import { findSession } from './find-person.ts';
import { isPasswordResetOpen, requestPasswordReset } from './reset-password.ts';
import { confirmSecondFactor, startSecondFactor } from './second-factor.ts';
import { totpCode } from './totp.ts';

const test = await createTestAuth();
const { deps } = test;
const merchantId = await test.addMerchant();
afterAll(() => test.close());
beforeEach(() => deps.database.client.signInLimit.deleteMany());

async function signedIn(email: string) {
  await test.addUser(merchantId, email);
  const { browser, ...person } = await test.readPerson(email);
  const change = (to: string, given = password) =>
    requestEmailChange(deps, person, { email: to, password: given }, browser);
  const confirm = (token: string) => confirmEmailChange(deps, person, token, browser);
  return { browser, person, change, confirm };
}
const gone = { code: 'not_found' };
const taken = { code: 'invalid_request', message: expect.stringContaining('another account') };

it('changes once the new email is confirmed, and both addresses receive an email', async () => {
  const [from, to] = ['from@nord.example', 'to@nord.example'];
  const { browser, person, change, confirm } = await signedIn(from);
  await expect(change(to, 'a wrong one')).rejects.toThrow('password is wrong.');
  await change(' To@nord.example');
  const { token } = await test.receive(to);
  expect((await test.receiveNotice(from)).text).toContain(to);
  await requestPasswordReset(deps, { email: from }, browser);
  const reset = await test.receive(from);
  const other = await test.signIn(from);
  expect(await findEmailChange(deps, person, token)).toBe(to);
  await confirm(token);
  await expect(test.signIn(from)).rejects.toMatchObject({ code: 'authentication_required' });
  // The other browser may be a thief's.
  expect(await findSession(deps.auth, deps.database, other.headers)).toBeNull();
  expect(await findSession(deps.auth, deps.database, browser.headers)).toMatchObject({ email: to });
  await test.signIn(to);
  expect((await test.receiveNotice(from)).subject).toContain('was changed');
  expect(await isPasswordResetOpen(deps, reset.token)).toBe(false);
  await expect(confirm(token)).rejects.toMatchObject(gone);
  const entries = (await test.audit(merchantId)).filter(({ action }) =>
    action.startsWith('user.email'),
  );
  expect(entries).toMatchObject([
    { action: 'user.email_change_requested' },
    { action: 'user.email_changed', details: { email: { from, to } } },
  ]);
});

it('a link works for its user only, and until a newer one or a new password', async () => {
  const { browser, person, change, confirm } = await signedIn('own@nord.example');
  const other = await signedIn('other@nord.example');
  await change('typo@nord.example');
  const first = await test.receive('typo@nord.example');
  expect(await findEmailChange(deps, other.person, first.token)).toBeNull();
  await expect(other.confirm(first.token)).rejects.toMatchObject(gone);
  expect(await findEmailChange(deps, person, first.token)).toBe('typo@nord.example');
  await change('right@nord.example');
  const second = await test.receive('right@nord.example');
  await expect(confirm(first.token)).rejects.toMatchObject(gone);
  const passwords = { currentPassword: password, password: 'another horse battery' };
  await changePassword(deps, person, passwords, browser);
  await expect(confirm(second.token)).rejects.toMatchObject(gone);
});

it('an address that has an account is refused by an email to it, not by the response', async () => {
  await test.addUser(merchantId, 'taken@nord.example');
  const { person, change, confirm } = await signedIn('wants@nord.example');
  await change('taken@nord.example');
  const mail = await test.receive('taken@nord.example');
  expect([mail.subject, mail.token]).toEqual(['This email already has a Parley account', '']);
  await change('later@nord.example');
  const { token } = await test.receive('later@nord.example');
  await test.addUser(merchantId, 'later@nord.example');
  await expect(confirm(token)).rejects.toMatchObject(taken);
  expect(await findEmailChange(deps, person, token)).toBe('later@nord.example');
});

it('of two people who confirm the same email at once, one gets it and the other reads why not', async () => {
  const [one, two] = [await signedIn('one@nord.example'), await signedIn('two@nord.example')];
  await one.change('both@nord.example');
  const first = await test.receive('both@nord.example');
  await two.change('both@nord.example');
  const second = await test.receive('both@nord.example');
  const { client } = deps.database;
  let loser = Promise.resolve<unknown>(undefined);
  await accountTransaction(deps.database, async (tx) => {
    await tx.accounts.setEmail(one.person.userId, 'both@nord.example');
    loser = two.confirm(second.token).catch((error: unknown) => error);
    await waitFor(async () => (await client.$queryRawUnsafe<unknown[]>(lockWaits())).length > 0);
  });
  expect(await loser).toMatchObject(taken);
  await one.confirm(first.token);
  expect((await test.readPerson('two@nord.example')).email).toBe('two@nord.example');
});

it('needs a code of the second factor if it is on', async () => {
  const { browser, person, change } = await signedIn('factor@nord.example');
  const { secret } = await startSecondFactor(deps, person, { password }, browser);
  const code = totpCode(secret, Math.floor(Date.now() / 30_000));
  const [recovery = ''] = await confirmSecondFactor(deps, person, { code }, browser);
  await expect(change('new@nord.example')).rejects.toThrow('code is required');
  const proof = { email: 'new@nord.example', password, code: recovery };
  await requestEmailChange(deps, person, proof, browser);
  expect((await test.receive('new@nord.example')).token).not.toBe('');
});
