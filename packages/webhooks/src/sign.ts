import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

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
  readonly body: string;
}

function signature(secret: string, { id, timestamp, body }: SignedMessage): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
}

/**
 * The headers of a message, by Standard Webhooks. Each secret signs, so that during a rotation a
 * receiver may hold either.
 */
export function signatureHeaders(secrets: readonly string[], message: SignedMessage) {
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': secrets.map((secret) => `v1,${signature(secret, message)}`).join(' '),
  };
}

/** Whether one of the signatures in a header is `secret`'s own. */
export function isSignedBy(secret: string, header: string, message: SignedMessage): boolean {
  const wanted = Buffer.from(`v1,${signature(secret, message)}`);
  return header.split(' ').some((given) => {
    const bytes = Buffer.from(given);
    return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
  });
}
