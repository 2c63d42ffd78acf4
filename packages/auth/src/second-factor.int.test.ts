import { afterAll, beforeEach, expect, it } from 'vitest';
import { createTestAuth, password, request } from '../test/create-test-auth.ts';
import { changePassword, listSessions } from './account.ts';
import type { AuthRequest } from './auth-deps.ts';
import { findPendingSession, findPerson, findSession } from './find-person.ts';
import { requestPasswordReset, resetPassword } from './reset-password.ts';
import {
  confirmSecondFactor,
  disableSecondFactor,
  findSecondFactor,
  replaceRecoveryCodes,
  signInWithCode,
  startSecondFactor,
} from './second-factor.ts';
import { totpCode } from './totp.ts';

const test = await createTestAuth();
const { deps } = test;
const { auth, database } = deps;
const merchantId = await test.addMerchant();
afterAll(() => test.close());
beforeEach(() => database.client.signInLimit.deleteMany());

const step = () => Math.floor(Date.now() / 30_000);
const wrong = { code: 'invalid_request', message: expect.stringMatching(/^code is incorrect/) };

async function requirePerson(browser: AuthRequest) {
  const person = await findPerson(auth, database, browser.headers);
  if (!person) throw new Error('not signed in');
  return person;
}

/** A person with a second factor, whose code of the next period can still be used. */
async function enroll(email: string) {
  await test.addUser(merchantId, email);
  const browser = await test.signIn(email);
  const person = await requirePerson(browser);
  const { secret } = await startSecondFactor(deps, person, { password }, browser);
  const first = { code: totpCode(secret, step()) };
  const recoveryCodes = await confirmSecondFactor(deps, person, first, browser);
  await test.receiveNotice(email);
  return { browser, person, secret, recoveryCodes, code: () => totpCode(secret, step() + 1) };
}

it('is required after the password, and completes the sign-in', async () => {
  const { code, browser, recoveryCodes } = await enroll('factor@nord.example');
  expect(await findSession(auth, database, browser.headers)).not.toBeNull();
  const waiting = await test.signIn('factor@nord.example');
  expect(await findSession(auth, database, waiting.headers)).toBeNull();
  expect(await findPerson(auth, database, waiting.headers)).toBeNull();
  const pending = await findPendingSession(auth, waiting.headers);
  expect(pending?.email).toBe('factor@nord.example');
  await expect(signInWithCode(deps, { code: '000000' }, waiting)).rejects.toMatchObject(wrong);
  const used = code();
  const typed = ` ${used.slice(0, 3)} ${used.slice(3)}`;
  const signedIn = request(await signInWithCode(deps, { code: typed }, waiting));
  const person = await requirePerson(signedIn);
  // Someone who saw the token while only the password was given has no session.
  expect(await findSession(auth, database, waiting.headers)).toBeNull();
  expect(await findPendingSession(auth, waiting.headers)).toBeNull();
  expect(await listSessions(deps, person)).toHaveLength(2);
  const another = await test.signIn('factor@nord.example');
  await expect(signInWithCode(deps, { code: used }, another)).rejects.toMatchObject(wrong);
  await signInWithCode(deps, { code: recoveryCodes[0] ?? '' }, another);
});

it('is not read by a sign-in, which works while no key opens a secret that was never confirmed', async () => {
  const email = 'unconfirmed@nord.example';
  await test.addUser(merchantId, email);
  const browser = await test.signIn(email);
  const person = await requirePerson(browser);
  await startSecondFactor(deps, person, { password }, browser);
  const { count } = await database.client.secondFactor.updateMany({
    where: { userId: person.userId },
    data: { secretSealed: Buffer.from('v1.k0.unknown') },
  });
  expect(count).toBe(1);
  expect(await requirePerson(await test.signIn(email))).toMatchObject({ email });
});

it('accepts a code once, if two requests bring it at the same time', async () => {
  const { code } = await enroll('race@nord.example');
  const browsers = [await test.signIn('race@nord.example'), await test.signIn('race@nord.example')];
  const used = code();
  const results = await Promise.allSettled(
    browsers.map((browser) => signInWithCode(deps, { code: used }, browser)),
  );
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

it('a recovery code works once, and the user receives an email', async () => {
  const { recoveryCodes, person } = await enroll('recovery@nord.example');
  expect(recoveryCodes).toHaveLength(10);
  // 128 random bits: fewer would need a slow hash.
  for (const one of recoveryCodes) expect(one).toMatch(/^([0-9a-f]{4}-){7}[0-9a-f]{4}$/);
  const code = recoveryCodes[3]?.toUpperCase() ?? '';
  await signInWithCode(deps, { code }, await test.signIn('recovery@nord.example'));
  expect((await test.receiveNotice('recovery@nord.example')).subject).toContain('recovery code');
  const again = await test.signIn('recovery@nord.example');
  await expect(signInWithCode(deps, { code }, again)).rejects.toMatchObject(wrong);
  expect(await findSecondFactor(deps, person)).toMatchObject({ isOn: true, recoveryCodes: 9 });
  const details = (await test.audit(merchantId)).slice(-2).map((entry) => entry.details);
  expect(details).toEqual([
    { second_factor: 'recovery_code' },
    { name: 'Ada', second_factor: 'wrong_code' },
  ]);
});

it('is required after a password reset too', async () => {
  await enroll('reset@nord.example');
  await requestPasswordReset(deps, { email: 'reset@nord.example' }, request());
  const { token } = await test.receive('reset@nord.example');
  await resetPassword(deps, { token, password: 'another horse battery' }, request());
  const waiting = await test.signIn('reset@nord.example', 'another horse battery');
  expect(await findSession(auth, database, waiting.headers)).toBeNull();
  expect(await findPendingSession(auth, waiting.headers)).not.toBeNull();
});

it('is required for a change of the password', async () => {
  const { person, browser, recoveryCodes } = await enroll('password@nord.example');
  const input = { currentPassword: password, password: 'another horse battery' };
  const change = (code?: string) =>
    changePassword(deps, person, { ...input, ...(code !== undefined && { code }) }, browser);
  await expect(change()).rejects.toThrow('code is required');
  await expect(change('')).rejects.toMatchObject(wrong);
  const hash = () =>
    database.client.dashboardAccount.findFirst({ where: { userId: person.userId } });
  const before = await hash();
  await expect(change('000000')).rejects.toMatchObject(wrong);
  expect(await hash()).toEqual(before);
  await change(recoveryCodes[0]);
  expect(await hash()).not.toEqual(before);
});

it('records a wrong code after a correct password', async () => {
  const { person } = await enroll('wrong@nord.example');
  const waiting = await test.signIn('wrong@nord.example');
  await expect(signInWithCode(deps, { code: '000000' }, waiting)).rejects.toMatchObject(wrong);
  expect((await test.audit(merchantId)).at(-1)).toMatchObject({
    action: 'user.sign_in_failed',
    actorKind: 'system',
    objectId: person.userId,
    details: { name: 'Ada', second_factor: 'wrong_code' },
  });
});

it('delays repeated wrong codes', async () => {
  const { code } = await enroll('guess@nord.example');
  const waiting = await test.signIn('guess@nord.example');
  for (let n = 0; n < 4; n++) {
    const guess = signInWithCode(deps, { code: `00000${n}` }, waiting);
    await expect(guess).rejects.toMatchObject(wrong);
  }
  await test.stopAttemptClock();
  const limited = signInWithCode(deps, { code: code() }, waiting);
  await expect(limited).rejects.toMatchObject({ code: 'rate_limited' });
});

it('a sign-in waits ten minutes for its code', async () => {
  const { code } = await enroll('late@nord.example');
  const waiting = await test.signIn('late@nord.example');
  const session = await findPendingSession(auth, waiting.headers);
  const stored = await database.client.dashboardSession.findUnique({
    where: { id: session?.sessionId ?? '' },
  });
  const minutes = ((stored?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000;
  expect(minutes).toBeLessThanOrEqual(10);
  await database.client.dashboardSession.updateMany({ data: { expiresAt: new Date(0) } });
  const completed = signInWithCode(deps, { code: code() }, waiting);
  await expect(completed).rejects.toMatchObject({ code: 'authentication_required' });
});

it('set-up needs the password and a code, and signs other browsers out', async () => {
  await test.addUser(merchantId, 'setup@nord.example');
  const other = await test.signIn('setup@nord.example');
  const browser = await test.signIn('setup@nord.example');
  const person = await requirePerson(browser);
  const start = (given: string) => startSecondFactor(deps, person, { password: given }, browser);
  await expect(start('a wrong one')).rejects.toThrow('password is wrong.');
  const abandoned = await start(password);
  const { secret, uri } = await start(password);
  expect(uri).toContain(secret);
  const confirm = (of: string) =>
    confirmSecondFactor(deps, person, { code: totpCode(of, step()) }, browser);
  await expect(confirm(abandoned.secret)).rejects.toMatchObject(wrong);
  expect(await findSecondFactor(deps, person)).toMatchObject({ isOn: false });
  await test.signIn('setup@nord.example');
  await confirm(secret);
  expect(await findSession(auth, database, other.headers)).toBeNull();
  expect(await findSession(auth, database, browser.headers)).not.toBeNull();
  expect((await test.receiveNotice('setup@nord.example')).subject).toContain('was added');
  await expect(start(password)).rejects.toThrow('code is required, because');
  const rows = JSON.stringify(await database.client.secondFactor.findMany());
  expect(rows).not.toContain(secret);
});

it('is turned off, and its recovery codes are replaced, with the password and a code', async () => {
  const { person, browser, recoveryCodes } = await enroll('off@nord.example');
  const [first = '', second = ''] = recoveryCodes;
  const disable = (given: string, code: string) =>
    disableSecondFactor(deps, person, { password: given, code }, browser);
  await expect(disable('a wrong one', first)).rejects.toThrow('password is wrong.');
  await expect(disable(password, '000000')).rejects.toMatchObject(wrong);
  const proof = { password, code: first };
  const [replaced = ''] = await replaceRecoveryCodes(deps, person, proof, browser);
  await expect(disable(password, second)).rejects.toMatchObject(wrong);
  await disable(password, replaced);
  expect(await findSecondFactor(deps, person)).toMatchObject({ isOn: false, recoveryCodes: 0 });
  expect((await test.receiveNotice('off@nord.example')).subject).toContain('turned off');
  expect(
    await findSession(auth, database, (await test.signIn('off@nord.example')).headers),
  ).not.toBeNull();
  const actions = (await test.audit(merchantId)).map(({ action }) => action);
  expect(actions).toEqual(
    expect.arrayContaining([
      'user.second_factor_enabled',
      'user.recovery_codes_replaced',
      'user.second_factor_disabled',
    ]),
  );
});

it('rejects a code without a sign-in that waits for it', async () => {
  await expect(signInWithCode(deps, { code: '123456' }, request())).rejects.toMatchObject({
    code: 'authentication_required',
  });
});

it('is required by one merchant of several, from the next request on', async () => {
  const strict = await test.addMerchant('Strict');
  const email = 'required@nord.example';
  const userId = await test.addUser(strict, email);
  const team = database.forScope({ merchantId, mode: 'test' }).team;
  await team.addMember(userId, 'viewer');
  const { browser, ...person } = await test.readPerson(email);
  const find = (id: string) => findPerson(auth, database, browser.headers, id);
  expect(await find(strict)).toMatchObject({ merchantId: strict, hasSecondFactor: false });
  const strictTeam = database.forScope({ merchantId: strict, mode: 'test' }).team;
  await strictTeam.setSecondFactorRequirement(new Date());
  const refusal = {
    code: 'second_factor_required',
    message: 'Strict requires a second factor. Set one up, or sign in with a passkey, to continue.',
  };
  await expect(find(strict)).rejects.toMatchObject(refusal);
  await expect(findPerson(auth, database, browser.headers)).rejects.toMatchObject(refusal);
  expect(await find(merchantId)).toMatchObject({ merchantId });
  const { secret } = await startSecondFactor(deps, person, { password }, browser);
  await expect(find(strict)).rejects.toMatchObject(refusal);
  await confirmSecondFactor(deps, person, { code: totpCode(secret, step()) }, browser);
  expect(await find(strict)).toMatchObject({ merchantId: strict, hasSecondFactor: true });
});
