import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { parseCookies } from 'better-auth/cookies';
import type { Auth } from './auth.ts';

const DEVICE_COOKIE = '__Host-parley.device';
const LIFETIME_SECONDS = 180 * 86_400;

/**
 * A Set-Cookie header that recognizes this browser when its user signs in again, for 180 days. It grants
 * nothing but a limit of attempts of its own.
 */
export function deviceCookie(auth: Auth, email: string): string {
  const payload = `${randomBytes(16).toString('hex')}.${nowSeconds() + LIFETIME_SECONDS}`;
  const value = `${payload}.${sign(auth, email, payload)}`;
  return `${DEVICE_COOKIE}=${value}; Max-Age=${LIFETIME_SECONDS}; Path=/; HttpOnly; Secure; SameSite=Lax`;
}

/** The id of the device that sends a request; null unless the account was used on it before. */
export function findDevice(auth: Auth, headers: Headers, email: string): string | null {
  const cookie = parseCookies(headers.get('cookie') ?? '').get(DEVICE_COOKIE);
  const [, payload, id, expiry, signature] =
    /^(([0-9a-f]{32})\.(\d+))\.(.+)$/.exec(cookie ?? '') ?? [];
  if (!payload || !id || !signature || Number(expiry) < nowSeconds()) return null;
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(auth, email, payload))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}

const sign = ({ options: { secret } }: Auth, email: string, payload: string): string =>
  createHmac('sha256', secret).update(`device cookie ${payload} ${email}`).digest('base64url');

const nowSeconds = () => Math.floor(Date.now() / 1_000);
