import { createHash, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';
import { rejection } from './errors.ts';

/** The kind of key that a request has. */
export type KeyKind = 'secret' | 'publishable';

/**
 * Identifies the caller by `Authorization: Bearer …`, `Basic <key>:` or, for browsers, the `key` parameter.
 * @returns the mode whose key it is, and the kind of the key
 */
export function authenticate<Mode extends { readonly config: Config }>(
  modes: readonly Mode[],
  authorization: string | undefined,
  keyParameter?: string,
): { mode: Mode; caller: KeyKind } {
  const key = readKey(authorization) ?? keyParameter;
  if (!key) {
    throw rejection(401, {
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    });
  }
  for (const mode of modes) {
    if (secretsEqual(key, mode.config.secretKey)) return { mode, caller: 'secret' };
    if (secretsEqual(key, mode.config.publishableKey)) return { mode, caller: 'publishable' };
  }
  throw rejection(401, { message: `Invalid API Key provided: ${mask(key)}` });
}

function readKey(authorization: string | undefined): string | undefined {
  const [scheme, value] = authorization?.split(' ', 2) ?? [];
  if (!scheme || !value) return undefined;
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return undefined;
  return Buffer.from(value, 'base64').toString('utf8').split(':', 1)[0];
}

const digest = (value: string) => createHash('sha256').update(value).digest();
export const secretsEqual = (a: string, b: string): boolean =>
  timingSafeEqual(digest(a), digest(b));

/** Masks a key: enough to recognize it, not enough to use it. */
function mask(key: string): string {
  return key.length < 16 ? '****' : `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`;
}
