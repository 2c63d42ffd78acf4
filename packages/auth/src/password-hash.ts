import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

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

/** The cost of hashes that contain none: `salt:key`, in hex, with the text of the salt as salt. */
const FORMER_COST = { N: 2 ** 14, r: 16, p: 1 };

/** Whether a password has a hash, of whichever cost. */
export async function verifyPassword(input: {
  readonly hash: string;
  readonly password: string;
}): Promise<boolean> {
  const parsed = parseHash(input.hash);
  if (!parsed) return false;
  const { salt, key, cost } = parsed;
  return timingSafeEqual(await deriveKey(input.password, salt, cost), key);
}

function parseHash(hash: string): { salt: Buffer; key: Buffer; cost: typeof COST } | null {
  const [, oldSalt, oldKey] = /^([0-9a-f]+):([0-9a-f]{128})$/.exec(hash) ?? [];
  if (oldSalt && oldKey) {
    return { salt: Buffer.from(oldSalt), key: Buffer.from(oldKey, 'hex'), cost: FORMER_COST };
  }
  const [, N, r, p, salt, key] =
    /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]{86})$/.exec(hash) ?? [];
  if (!salt || !key) return null;
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  return { salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url'), cost };
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
