import { syncBuiltinESMExports } from 'node:module';
import { DomainError } from '@parley/domain';
import { recordStatements, waitFor } from '@parley/testing';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createTestAuth, password, request } from '../test/create-test-auth.ts';
import { changePassword } from './account.ts';
import { findPerson, findSession, listMemberNames, selectMerchant } from './find-person.ts';
import { SESSION_COOKIE, watchSessionChecks } from './session-checks.ts';
import { signIn, signOut } from './sign-in.ts';

const test = await createTestAuth();
const { auth, database } = test.deps;
const merchantId = await test.addMerchant();
afterAll(() => test.close());

const person = (email: string) => test.addUser(merchantId, email);

const attempt = (email: string, given: string, address?: string) =>
  signIn(test.deps, { email, password: given }, request([], address));

const getCookie = (setCookie: readonly string[]) => request(setCookie).headers;

describe('signing in', () => {
  it('sets a cookie that identifies the user, the merchant and the role', async () => {
    const userId = await person('Ada@Nord.example');
    const headers = getCookie(await attempt(' ada@nord.EXAMPLE ', password));
    expect(await findPerson(auth, database, headers)).toEqual({
      userId,
      name: 'Ada',
      email: 'ada@nord.example',
      merchantId,
      merchantName: 'Nord',
      isMerchantSuspended: false,
      hasSecondFactor: false,
      hasPasskey: false,
      isRecentlyAuthenticated: true,
      role: 'developer',
      sessionId: expect.any(String),
      hasFormerToken: false,
      selectedMerchantId: null,
    });
    expect((await listMemberNames(database, merchantId)).get(userId)).toBe('Ada');
  });

  it('sets an HttpOnly cookie for this host only', async () => {
    await person('cookie@nord.example');
    const [cookie] = await attempt('cookie@nord.example', password);
    expect(cookie).toMatch(new RegExp(`^${SESSION_COOKIE}=`));
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) {
      expect(cookie).toContain(part);
    }
    expect(cookie).not.toContain('Domain');
  });

  it('ends when the user signs out', async () => {
    await person('out@nord.example');
    const headers = getCookie(await attempt('out@nord.example', password));
    const [cleared] = await signOut(test.deps, { ...request(), headers });
    expect(cleared).toContain('Max-Age=0');
    expect(await findPerson(auth, database, headers)).toBeNull();
  });

  it('ends the former sign-in of the browser, of whichever user', async () => {
    await person('first@nord.example');
    await person('second@nord.example');
    const former = getCookie(await attempt('first@nord.example', password));
    const credentials = { email: 'second@nord.example', password };
    const replaced = { ...request(), headers: former };
    await expect(
      signIn(test.deps, { ...credentials, password: 'guess' }, replaced),
    ).rejects.toBeInstanceOf(DomainError);
    expect(await findPerson(auth, database, former)).not.toBeNull();
    const headers = getCookie(await signIn(test.deps, credentials, replaced));
    expect(await findPerson(auth, database, former)).toBeNull();
    expect(await findPerson(auth, database, headers)).toMatchObject({ email: credentials.email });
  });

  it('returns the same error for a wrong password and an unknown email', async () => {
    await person('wrong@nord.example');
    const refusal = { code: 'authentication_required', message: expect.stringContaining('match') };
    await expect(attempt('wrong@nord.example', 'not it at all')).rejects.toMatchObject(refusal);
    await expect(attempt('nobody@nord.example', password)).rejects.toMatchObject(refusal);
    await expect(attempt('no e-mail', password)).rejects.toMatchObject(refusal);
  });

  it('does the same work before the response whether the email has an account or not', async () => {
    await person('known@nord.example');
    const { default: crypto } = await import('node:crypto');
    const derive = vi.spyOn(crypto, 'scrypt');
    syncBuiltinESMExports();
    const workFor = async (email: string) => {
      derive.mockClear();
      const later = vi.fn();
      const deps = { ...test.deps, afterResponse: later };
      const refused = () =>
        expect(signIn(deps, { email, password: 'not it at all' }, request())).rejects.toThrow();
      const statements = await recordStatements(test.url, refused);
      expect([derive.mock.calls.length, later.mock.calls.length]).toEqual([1, 1]);
      return statements.map(({ text }) => text);
    };
    const known = await workFor('known@nord.example');
    expect(known.length).toBeGreaterThan(1);
    expect(await workFor('no-account@nord.example')).toEqual(known);
    expect(await workFor('no e-mail')).toEqual(known);
    derive.mockRestore();
    syncBuiltinESMExports();
  });

  it('is recorded for the merchant for which the user acts, and for no other', async () => {
    const own = await test.addMerchant();
    const userId = await test.addUser(own, 'logged@nord.example');
    const other = await test.addMerchant();
    await database.client.organization.create({ data: { id: other, name: 'O', slug: other } });
    const membership = { id: 'second', organizationId: other, userId, role: 'viewer' };
    await database.client.member.create({ data: membership });
    const at = (address: string) => ({ ...request(cookie), address });
    const cookie = await attempt('logged@nord.example', password, '203.0.113.7');
    const signedIn = await findPerson(auth, database, at('').headers);
    if (!signedIn) throw new Error('not signed in');
    await attempt('logged@nord.example', 'guess', '203.0.113.8').catch(() => {});
    await waitFor(async () => ((await test.audit(own)).length === 2 ? true : undefined));
    await selectMerchant(test.deps, signedIn, other, at('203.0.113.9'));
    const chosen = await findPerson(auth, database, at('').headers);
    if (!chosen) throw new Error('not signed in');
    const change = { currentPassword: password, password: 'correct horse battery staple' };
    await changePassword(test.deps, chosen, change, at('203.0.113.9'));
    await signOut(test.deps, at('203.0.113.9'));
    const shared = { objectType: 'user', objectId: userId, requestId: 'req_1' };
    const byUser = { ...shared, actorKind: 'user', actorId: userId };
    const byAnyone = { ...shared, actorKind: 'system', actorId: null };
    expect(await test.audit(own)).toMatchObject([
      { ...byUser, action: 'user.signed_in', address: '203.0.113.7' },
      { ...byAnyone, action: 'user.sign_in_failed', address: '203.0.113.8' },
      { ...byUser, action: 'user.password_changed', address: null },
    ]);
    expect(await test.audit(other)).toMatchObject([
      { ...byUser, action: 'user.merchant_selected', address: '203.0.113.9' },
      { ...byUser, action: 'user.password_changed', address: '203.0.113.9' },
      { ...byUser, action: 'user.signed_out', address: '203.0.113.9' },
    ]);
    const inLive = database.forScope({ merchantId: other, mode: 'live' });
    expect((await inLive.audit.list({ limit: 9 })).entries).toHaveLength(3);
  });

  it('gives no cookie if the sign-in cannot be recorded', async () => {
    await person('unrecorded@nord.example');
    await database.client.$executeRaw`ALTER TABLE audit_entry RENAME TO audit_entry_away`;
    const signedIn = attempt('unrecorded@nord.example', password);
    await expect(signedIn).rejects.toBeInstanceOf(DomainError);
    await database.client.$executeRaw`ALTER TABLE audit_entry_away RENAME TO audit_entry`;
  });
});

it('reports whose session cookies are valid', async () => {
  const known = watchSessionChecks();
  await person('remembered@nord.example');
  const valid = getCookie(await attempt('remembered@nord.example', password)).get('cookie') ?? '';
  const forged = `${SESSION_COOKIE}=token.signature`;
  expect([known.getSender(valid), known.getSender(forged)]).toEqual([undefined, undefined]);
  const found = await findSession(auth, database, new Headers({ cookie: valid }));
  await findSession(auth, database, new Headers({ cookie: forged }));
  expect(known.getSender(`a=b; ${valid}`)).toBe(found?.selectedMerchantId ?? found?.userId);
  expect(found?.userId).toBeDefined();
  expect(known.getSender(forged)).toBeUndefined();
});

it('finds no user without a cookie or with a forged one', async () => {
  expect(await findPerson(auth, database, new Headers())).toBeNull();
  const forged = new Headers({ cookie: `${SESSION_COOKIE}=token.signature` });
  expect(await findPerson(auth, database, forged)).toBeNull();
});

it('allows one account per email', async () => {
  await person('once@nord.example');
  await expect(person('ONCE@nord.example')).rejects.toThrow();
});
