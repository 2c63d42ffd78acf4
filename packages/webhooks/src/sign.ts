import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Generates a signing secret: whsec_ followed by 256 random bits in base64. */
export function generateSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

export interface SignedMessage {
  /** The event id, which retries and replays share. */
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string | Uint8Array;
}

/** Creates the key of a secret, which costs more than a signature and is therefore reused. */
function getKey(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64'));
}

function signature(key: KeyObject, { id, timestamp, body }: SignedMessage): string {
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
}

/**
 * Creates the Standard Webhooks headers of messages. Every secret signs, so that a receiver can verify
 * with either secret during a rotation.
 */
export function createSigner(secrets: readonly string[]) {
  const keys = secrets.map(getKey);
  return (message: SignedMessage) => ({
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': keys.map((key) => `v1,${signature(key, message)}`).join(' '),
  });
}
