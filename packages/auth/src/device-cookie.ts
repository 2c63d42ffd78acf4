import { randomBytes } from 'node:crypto';
import type { Auth } from './auth.ts';
import { findCookie, formatCookie, isEqual } from './cookies.ts';

const DEVICE_COOKIE = '__Host-parley.device';
const LIFETIME_SECONDS = 180 * 86_400;

/**
 * A Set-Cookie header that recognizes this browser when its user signs in again, for 180 days. It grants
 * nothing but a limit of attempts of its own.
 */
export function deviceCookie(auth: Auth, email: string): string {
  const payload = `${randomBytes(16).toString('hex')}.${nowSeconds() + LIFETIME_SECONDS}`;
  return formatCookie(DEVICE_COOKIE, `${payload}.${sign(auth, email, payload)}`, LIFETIME_SECONDS);
}

/** The id of the device that sends a request; null unless the account was used on it before. */
export function findDevice(auth: Auth, headers: Headers, email: string): string | null {
  const cookie = findCookie(headers.get('cookie'), DEVICE_COOKIE);
  const [, payload, id, expiry, signature] =
    /^(([0-9a-f]{32})\.(\d+))\.(.+)$/.exec(cookie ?? '') ?? [];
  if (!payload || !id || !signature || Number(expiry) < nowSeconds()) return null;
  return isEqual(signature, sign(auth, email, payload)) ? id : null;
}

const sign = (auth: Auth, email: string, payload: string): string =>
  auth.sign(`device cookie ${payload} ${email}`, 'base64url');

const nowSeconds = () => Math.floor(Date.now() / 1_000);
