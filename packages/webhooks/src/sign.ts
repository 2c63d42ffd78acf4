import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new signing secret: whsec_ and 256 random bits in base64. */
export function generateSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

export interface SignedMessage {
  /** The event's id: the same on every retry and replay. */
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string | Uint8Array;
}

/** A secret as the cryptography wants it; making one costs more than a signature. */
function keyOf(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64'));
}

function signature(key: KeyObject, { id, timestamp, body }: SignedMessage): string {
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
}

/**
 * Makes the headers of messages, by Standard Webhooks. Each secret signs, so that during a rotation
 * a receiver may hold either.
 */
export function createSigner(secrets: readonly string[]) {
  const keys = secrets.map(keyOf);
  return (message: SignedMessage) => ({
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': keys.map((key) => `v1,${signature(key, message)}`).join(' '),
  });
}
