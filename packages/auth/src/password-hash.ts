import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { verifyPassword as verifyFormerHash } from 'better-auth/crypto';

/** The cost of scrypt as OWASP recommends it: 32 MiB, three times. It is part of each hash. */
const COST = { N: 2 ** 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const KEY_BYTES = 64;

/** A hash of no password, of the present cost. */
export const NO_PASSWORD = formatHash(Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES));

/** Hashes a password: `scrypt$N$r$p$salt$key`, the last two in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return formatHash(salt, await deriveKey(password, salt, COST));
}

function formatHash(salt: Buffer, key: Buffer): string {
  const { N, r, p } = COST;
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether a password has a hash, which may have another cost or be one of the sign-in library. */
export async function verifyPassword(input: {
  readonly hash: string;
  readonly password: string;
}): Promise<boolean> {
  const [, N, r, p, salt, key] =
    /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/.exec(input.hash) ?? [];
  if (!salt || !key) return verifyFormerHash(input);
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const expected = Buffer.from(key, 'base64url');
  return timingSafeEqual(
    await deriveKey(input.password, Buffer.from(salt, 'base64url'), cost),
    expected,
  );
}

/** NFKC, as NIST SP 800-63B recommends: keyboards send one character as different code points. */
function deriveKey(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  const options = { ...cost, maxmem: 256 * cost.N * cost.r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}
