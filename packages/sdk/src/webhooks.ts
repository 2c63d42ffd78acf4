import { ParleyError } from './errors.ts';
import type { ParleyEvent } from './generated/schema.ts';

/** Why a webhook is not accepted. */
export type WebhookVerificationReason =
  /** A header is missing: the request is none of Parley, or something on the way removed it. */
  | 'missing_header'
  | 'malformed_header'
  /** The body was passed as an object. */
  | 'parsed_body'
  /** The body was parsed and written again: pass the bytes as they were received. */
  | 'rewritten_body'
  /** Signed with another secret, or changed on the way. */
  | 'wrong_signature'
  /** Signed correctly, but long ago: a replay, or the clock of this machine is fast. */
  | 'timestamp_too_old'
  /** Signed correctly, but in the future: the clock of this machine is slow. */
  | 'timestamp_too_new';

/** A webhook is not accepted. Respond with status 400, so that Parley sends it again. */
export class WebhookVerificationError extends ParleyError {
  override name = 'WebhookVerificationError';
  readonly reason: WebhookVerificationReason;

  constructor(reason: WebhookVerificationReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Headers of a request, of fetch or as Node has them. */
export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far the timestamp may be from now. Defaults to 300. */
  readonly toleranceSeconds?: number | undefined;
  /** Milliseconds since 1970, for tests. */
  readonly now?: number | undefined;
}

const PREFIX = 'whsec_';
const TOLERANCE_SECONDS = 300;
/** Seconds since 1970. Milliseconds have more digits. */
const TIMESTAMP = /^[1-9]\d{0,10}$/;
/** A header has one signature for each secret. More of them only cost time. */
const MAX_SIGNATURES = 10;

const encoder = new TextEncoder();
const encode = (text: string) => encoder.encode(text);

/**
 * Verifies a webhook and returns its event.
 * @param body as it was received, before any JSON parser
 * @param secrets the signing secret, or both while a rotation overlaps
 * @throws WebhookVerificationError with the reason
 * @throws TypeError for a secret or tolerance that cannot be used
 * @throws SyntaxError for a signed body that is not JSON, which Parley never sends
 */
export async function verify(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: VerifyOptions = {},
): Promise<ParleyEvent> {
  // NaN would accept every timestamp.
  if (!(toleranceSeconds >= 0)) throw new TypeError('toleranceSeconds must be 0 or more.');
  const bytes = toBytes(body);
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature').split(' ').slice(0, MAX_SIGNATURES);
  if (!TIMESTAMP.test(timestamp)) throw malformed('webhook-timestamp', 'seconds since 1970');
  const received = signatures.flatMap((signature) => parseSignature(signature) ?? []);
  if (received.length === 0) throw malformed('webhook-signature', 'v1 and 32 bytes in base64');

  const keys = await Promise.all(toList(secrets).map(importKey));
  const isSigned = async (content: Uint8Array) => {
    const expected = await Promise.all(
      keys.map((key) => computeSignature(key, { id, timestamp, body: content })),
    );
    return expected.some((one) => received.some((other) => isEqual(one, other)));
  };
  const text = new TextDecoder().decode(bytes);
  if (!(await isSigned(bytes))) {
    const original = undoRewriting(text);
    if (original !== undefined && (await isSigned(encode(original)))) {
      throw new WebhookVerificationError(
        'rewritten_body',
        'The body was parsed and written again. Pass the bytes as they were received.',
      );
    }
    throw new WebhookVerificationError(
      'wrong_signature',
      'None of the secrets signed this body. Check that the secret belongs to this endpoint and mode, and that nothing changes the body.',
    );
  }

  const ageSeconds = Math.floor(now / 1000) - Number(timestamp);
  if (Math.abs(ageSeconds) > toleranceSeconds) {
    const direction = ageSeconds > 0 ? 'ago' : 'in the future';
    throw new WebhookVerificationError(
      ageSeconds > 0 ? 'timestamp_too_old' : 'timestamp_too_new',
      `The webhook was signed ${Math.abs(ageSeconds)} seconds ${direction}. Check the clock of this machine.`,
    );
  }
  return JSON.parse(text) as ParleyEvent;
}

export interface SignOptions {
  /** The id of the event. */
  readonly id: string;
  readonly body: string | Uint8Array;
  readonly secrets: string | readonly string[];
  /** Seconds since 1970; now by default. */
  readonly timestamp?: number | undefined;
}

/** The headers with which Parley would send a body, for tests of a receiver. */
export async function sign({
  id,
  body,
  secrets,
  timestamp = Math.floor(Date.now() / 1000),
}: SignOptions): Promise<Record<string, string>> {
  const message = { id, timestamp: String(timestamp), body: toBytes(body) };
  const signatures = await Promise.all(
    toList(secrets).map(async (secret) => {
      const signature = await computeSignature(await importKey(secret), message);
      return `v1,${btoa(String.fromCharCode(...signature))}`;
    }),
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': message.timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** Not by instanceof: test runners have several realms, each with classes of its own. */
function toBytes(body: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof body === 'string') return encode(body);
  if (ArrayBuffer.isView(body)) {
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  }
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body);
  throw new WebhookVerificationError(
    'parsed_body',
    'body must be the received bytes or text, not a parsed object. Read it before the JSON parser.',
  );
}

/** @throws TypeError for an empty list, with which nothing could be verified */
function toList(secrets: string | readonly string[]): readonly string[] {
  // Without types, an environment variable that is not set: `importKey` refuses it.
  const list = [secrets].flat();
  if (list.length === 0) throw new TypeError('At least one signing secret is required.');
  return list;
}

/** Whitespace is part of a value: HTTP has removed what was around it. */
function readHeader(headers: WebhookHeaders, name: string): string {
  const value = findHeader(headers, name);
  if (typeof value === 'string' && value.trim() !== '') return value;
  if (Array.isArray(value)) throw malformed(name, 'sent once');
  throw new WebhookVerificationError('missing_header', `The header ${name} is missing.`);
}

function findHeader(headers: WebhookHeaders, name: string) {
  if (isHeaders(headers)) return headers.get(name);
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

const isHeaders = (headers: WebhookHeaders): headers is Headers =>
  typeof headers.get === 'function';

const malformed = (name: string, expected: string) =>
  new WebhookVerificationError('malformed_header', `The header ${name} must be ${expected}.`);

/** The bytes of a signature of the version v1; undefined for anything else. */
function parseSignature(signature: string): Uint8Array | undefined {
  const [, value] = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(signature) ?? [];
  return value === undefined ? undefined : decodeBase64(value);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** A CryptoKey. Node's types have no global of this name. */
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** @throws TypeError for a secret that is none, without its value */
async function importKey(secret: string): Promise<Key> {
  const [, value] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  if (value === undefined) {
    throw new TypeError(`A signing secret must be ${PREFIX} followed by base64.`);
  }
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return await crypto.subtle.importKey('raw', decodeBase64(value), algorithm, false, ['sign']);
}

interface Message {
  readonly id: string;
  readonly timestamp: string;
  readonly body: Uint8Array;
}

async function computeSignature(key: Key, { id, timestamp, body }: Message) {
  const prefix = encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(prefix.length + body.length);
  content.set(prefix);
  content.set(body, prefix.length);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, content));
}

/** Takes the same time wherever the bytes differ, so that its duration reveals nothing of the right signature. */
function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index += 1) {
    difference |= (a[index] ?? 0) ^ (b[index] ?? 0);
  }
  return difference === 0;
}

/** The text before a JSON parser read it and something wrote it again; undefined if that cannot have happened. */
function undoRewriting(text: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    const original = typeof parsed === 'string' ? parsed : JSON.stringify(parsed);
    return original === text ? undefined : original;
  } catch {
    return undefined;
  }
}
