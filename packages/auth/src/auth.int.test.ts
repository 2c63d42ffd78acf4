import { randomBytes } from 'node:crypto';
import { openDatabase } from '@parley/db';
import { formatId, type MerchantId } from '@parley/domain';
import { createTestDatabase } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { createAuth, SESSION_COOKIE } from './auth.ts';
import { createDashboardUser } from './create-dashboard-user.ts';
import { findPerson, listMemberNames } from './find-person.ts';
import { signIn, signOut } from './sign-in.ts';

const merchantId: MerchantId = formatId('merch', Date.now(), randomBytes(16));
const password = 'correct horse battery';
const store = await createTestDatabase();
const database = openDatabase({
  url: store.url,
  encryptionKeys: `k1:${randomBytes(32).toString('base64')}`,
  // Hashing passwords at the same time can take seconds on a busy machine.
  timeouts: { connectionMs: 60_000, statementMs: 60_000, lockMs: 60_000, responseMs: 60_000 },
});
const auth = createAuth({ database, secret: 's'.repeat(32), url: 'http://localhost:3000' });
await database
  .forScope({ merchantId, mode: 'test' })
  .merchants.insert({ id: merchantId, name: 'Nord' });

afterAll(async () => {
  await database.close();
  await store.drop();
});

const person = (email: string) =>
  createDashboardUser(database, { email, password, name: 'Ada', merchantId, role: 'developer' });

const attempt = (email: string, given: string, address?: string) =>
  signIn(auth, database, { email, password: given, address, headers: new Headers() });

const cookieOf = (setCookie: readonly string[]) => new Headers({ cookie: setCookie[0] ?? '' });

describe('signing in', () => {
  it('sets a cookie that identifies the user, the merchant and the role', async () => {
    const userId = await person('Ada@Nord.example');
    const headers = cookieOf(await attempt(' ada@nord.EXAMPLE ', password));
    expect(await findPerson(auth, database, headers)).toEqual({
      userId,
      name: 'Ada',
      email: 'ada@nord.example',
      merchantId,
      merchantName: 'Nord',
      role: 'developer',
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
    const headers = cookieOf(await attempt('out@nord.example', password));
    const [cleared] = await signOut(auth, headers);
    expect(cleared).toContain('Max-Age=0');
    expect(await findPerson(auth, database, headers)).toBeNull();
  });

  it('returns the same error for a wrong password and an unknown email', async () => {
    await person('wrong@nord.example');
    const refusal = { code: 'authentication_required', message: expect.stringContaining('match') };
    await expect(attempt('wrong@nord.example', 'not it at all')).rejects.toMatchObject(refusal);
    await expect(attempt('nobody@nord.example', password)).rejects.toMatchObject(refusal);
    await expect(attempt('no e-mail', password)).rejects.toMatchObject(refusal);
  });

  it('is rate limited per account, even with the correct password', async () => {
    await person('guessed@nord.example');
    for (let tries = 0; tries < 10; tries++) {
      await expect(attempt('guessed@nord.example', `guess ${tries}`)).rejects.toMatchObject({
        code: 'authentication_required',
      });
    }
    await expect(attempt('guessed@nord.example', password)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 300,
    });
  });

  it('counts concurrent attempts individually', async () => {
    const tries = Array.from({ length: 15 }, () => attempt('burst@nord.example', 'guess'));
    const codes = (await Promise.allSettled(tries)).map((one) =>
      one.status === 'rejected' ? one.reason.code : 'in',
    );
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(5);
  });

  it('is rate limited per IP address', async () => {
    const codes = new Set<string>();
    for (let tries = 0; tries < 61; tries++) {
      await attempt(`n${tries}@nord.example`, 'guess', '203.0.113.9').catch((error) =>
        codes.add(error.code),
      );
    }
    expect(codes).toContain('rate_limited');
  });
});

it('rejects sign-up', async () => {
  await expect(
    auth.api.signUpEmail({ body: { email: 'new@nord.example', password, name: 'New' } }),
  ).rejects.toThrow();
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
