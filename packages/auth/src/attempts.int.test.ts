import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestAuth, password, request } from '../test/create-test-auth.ts';
import { requestPasswordReset, resetPassword } from './reset-password.ts';
import { signIn } from './sign-in.ts';

const test = await createTestAuth();
const { client } = test.deps.database;
const merchantId = await test.addMerchant();
afterAll(() => test.close());
beforeEach(() => client.signInLimit.deleteMany());

const victim = 'victim@nord.example';
await test.addUser(merchantId, victim);

/** The cookies that a browser keeps: name=value of each. */
const getCookies = (setCookie: readonly string[]) =>
  setCookie.map((cookie) => cookie.split(';')[0]).join('; ');
const attempt = (address: string, given = 'a guess', email = victim, cookie = '') =>
  signIn(
    test.deps,
    { email, password: given },
    { ...request([], address), headers: new Headers({ cookie }) },
  );
const getCode = (result: Promise<unknown>) =>
  result.then(
    () => 'signed_in',
    (error) => error.code,
  );

/** Wrong passwords from different networks, until the delay is as long as it gets. */
async function attackFromManyNetworks() {
  for (let n = 0; n < 30; n++) {
    if ((await getCode(attempt(`203.0.113.${n}`))) !== 'rate_limited') continue;
    await client.signInLimit.updateMany({ data: { level: 1_000 } });
    return;
  }
  throw new Error('the attack was not delayed');
}

describe('failed attempts from one network', () => {
  it('delay the next one, even with the correct password', async () => {
    for (let n = 0; n < 5; n++) {
      expect(await getCode(attempt('203.0.113.9'))).toBe('authentication_required');
    }
    await test.stopAttemptClock();
    await expect(attempt('203.0.113.9', password)).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringMatching(/^Too many attempts\. Try again in (a|\d) seconds?\.$/),
      retryAfterSeconds: expect.any(Number),
    });
  });

  it('do not keep the user out elsewhere, however many they are', async () => {
    for (let n = 0; n < 50; n++) await getCode(attempt(`2001:db8::${n}`));
    expect(await getCode(attempt('198.51.100.1', password))).toBe('signed_in');
  });

  it('on many accounts delay the next one there only', async () => {
    await getCode(attempt('203.0.113.9', 'a guess', 'first@nord.example'));
    await client.signInLimit.updateMany({ data: { level: 1_000 } });
    const second = attempt('203.0.113.9', 'a guess', 'second@nord.example');
    expect(await getCode(second)).toBe('rate_limited');
    expect(await getCode(attempt('198.51.100.1', password))).toBe('signed_in');
  });
});

describe('failed attempts from many networks', () => {
  it('delay the next one by a minute at most', async () => {
    await attackFromManyNetworks();
    await expect(attempt('198.51.100.1', password)).rejects.toMatchObject({
      retryAfterSeconds: expect.toSatisfy((seconds) => seconds > 50 && seconds <= 60),
    });
    await client.signInLimit.updateMany({ data: { countedAt: new Date(Date.now() - 61_000) } });
    expect(await getCode(attempt('198.51.100.1', password))).toBe('signed_in');
  });

  it('do not keep the user out on a device that signed in before', async () => {
    const device = getCookies(await attempt('198.51.100.1', password));
    await attackFromManyNetworks();
    expect(await getCode(attempt('198.51.100.2', password))).toBe('rate_limited');
    expect(await getCode(attempt('198.51.100.2', password, victim, device))).toBe('signed_in');
    const forged = device.replace(/[^.]+$/, 'A'.repeat(43));
    expect(await getCode(attempt('198.51.100.2', password, victim, forged))).toBe('rate_limited');
    expect(await getCode(attempt('198.51.100.2', password, 'x@nord.example', device))).not.toBe(
      'rate_limited',
    );
  });

  it('do not keep the user out after a password reset', async () => {
    await attackFromManyNetworks();
    await requestPasswordReset(test.deps, { email: victim }, request([], '198.51.100.3'));
    const { token } = await test.receive(victim);
    const device = await resetPassword(test.deps, { token, password }, request());
    expect(await getCode(attempt('198.51.100.3', password))).toBe('rate_limited');
    const cookie = getCookies([device]);
    expect(await getCode(attempt('198.51.100.3', password, victim, cookie))).toBe('signed_in');
  });
});

it('the cookie of one account opens no path to another', async () => {
  await test.addUser(merchantId, 'attacker@nord.example');
  const device = getCookies(await attempt('203.0.113.1', password, 'attacker@nord.example'));
  await attackFromManyNetworks();
  expect(await getCode(attempt('203.0.113.1', 'a guess', victim, device))).toBe('rate_limited');
});

it('the device has a limit of its own', async () => {
  const device = getCookies(await attempt('198.51.100.1', password));
  for (let n = 0; n < 5; n++) await getCode(attempt('198.51.100.1', 'a guess', victim, device));
  await test.stopAttemptClock();
  expect(await getCode(attempt('198.51.100.1', password, victim, device))).toBe('rate_limited');
});
