import { createHmac, randomBytes } from 'node:crypto';

/** Time-based one-time passwords (RFC 6238) as all authenticator apps support them: SHA-1, six digits. */
const STEP_SECONDS = 30;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A shared secret of 160 bits, in base32. */
export function createTotpSecret(): string {
  return Array.from(randomBytes(32), (byte) => ALPHABET[byte & 31]).join('');
}

/** The URI that authenticator apps read from a QR code. */
export function totpUri(secret: string, email: string): string {
  const label = encodeURIComponent(`Parley:${email}`);
  return `otpauth://totp/${label}?secret=${secret}&issuer=Parley`;
}

/**
 * The period to which a code belongs: the current one, or one next to it, because clocks differ.
 * @returns null for a wrong code
 */
export function findTotpStep(secret: string, code: string, at: Date): number | null {
  const current = Math.floor(at.getTime() / 1_000 / STEP_SECONDS);
  return (
    [current, current - 1, current + 1].find((step) => totpCode(secret, step) === code) ?? null
  );
}

/** The code of a period. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

function decodeBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    ALPHABET.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}
