import { timingSafeEqual } from 'node:crypto';
import type { ReceivedHeaders } from './received-headers.ts';
import { createSigner } from './sign.ts';

/** How far the timestamp may be from now, in seconds, as Standard Webhooks libraries check it. */
const TOLERANCE_SECONDS = 300;

/** Signatures of a header that are compared. A request has one for each secret of its endpoint. */
const MAX_SIGNATURES = 10;

/** A webhook request as its receiver saw it. */
interface ReceivedWebhook {
  readonly headers: ReceivedHeaders;
  readonly body: string;
  /** The body of the event with the id in webhook-id, exactly as it is sent; null if there is none. */
  readonly sentBody: string | null;
}

/** A secret that may have signed, and what it is. */
export interface CandidateSecret<T> {
  readonly secret: string;
  readonly source: T;
}

type TimestampState = 'missing' | 'malformed' | 'too_old' | 'too_new' | 'valid';
type SignatureState = 'malformed' | 'unsupported_version' | 'matched' | 'not_matched';

/** What happened to the sent body before it was pasted; `edited` if only the sent body shows it. */
type BodyChange =
  | 'unchanged'
  | 'emptied'
  | 'whitespace_added'
  | 'line_endings_changed'
  | 'reformatted'
  | 'encoded_as_json_string'
  | 'decoded_as_latin1'
  | 'edited';

interface SignatureExplanation<T> {
  readonly timestamp: {
    readonly state: TimestampState;
    /** Seconds from the timestamp until now, negative for one in the future; null without one. */
    readonly ageSeconds: number | null;
  };
  /** Of the first signatures in webhook-signature, in their order. */
  readonly signatures: readonly SignatureState[];
  /** The first secret that signed; null if none of them did. */
  readonly source: T | null;
  /** Null if neither a signature nor the sent body shows it. */
  readonly bodyChange: BodyChange | null;
}

/**
 * Explains why the verification of a webhook succeeds or fails. It tries each secret in its order, first
 * with the body as received, then with the bodies from which common mistakes make it.
 * @param nowSeconds seconds since 1970
 */
export function explainSignature<T>(
  { headers, body, sentBody }: ReceivedWebhook,
  secrets: readonly CandidateSecret<T>[],
  nowSeconds: number,
): SignatureExplanation<T> {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': header } = headers;
  const parts = header.split(/\s+/).filter(Boolean).slice(0, MAX_SIGNATURES);
  const states = parts.map(parseSignature);
  const originals = originalBodies(body, sentBody);
  const unmatched = {
    timestamp: explainTimestamp(timestamp, nowSeconds),
    signatures: states,
    source: null,
    bodyChange: originals.find(([, original]) => original === sentBody)?.[0] ?? null,
  };
  if (id === '' || !TIMESTAMP.test(timestamp)) return unmatched;

  const signers = secrets.map(({ secret, source }) => ({ sign: createSigner([secret]), source }));
  for (const [bodyChange, original] of originals) {
    for (const { sign, source } of signers) {
      const message = { id, timestamp: Number(timestamp), body: original };
      const expected = sign(message)['webhook-signature'];
      const signatures = states.map((state, index) =>
        state === 'not_matched' && isEqual(parts[index] ?? '', expected) ? 'matched' : state,
      );
      if (signatures.includes('matched')) return { ...unmatched, signatures, source, bodyChange };
    }
  }
  return unmatched;
}

/** Standard Webhooks signs symmetrically with v1: the base64 of 32 bytes. */
function parseSignature(part: string): SignatureState {
  const [, version, value = ''] = /^(v\w+),(.*)$/.exec(part) ?? [];
  if (version === undefined) return 'malformed';
  if (version !== 'v1') return 'unsupported_version';
  return /^[A-Za-z0-9+/]{43}=$/.test(value) ? 'not_matched' : 'malformed';
}

/** Takes the same time for each wrong signature, so that its duration reveals nothing of the right one. */
function isEqual(actual: string, expected: string): boolean {
  return (
    actual.length === expected.length && timingSafeEqual(Buffer.from(actual), Buffer.from(expected))
  );
}

/** Seconds since 1970. Milliseconds have more digits. */
const TIMESTAMP = /^[1-9]\d{0,10}$/;

function explainTimestamp(
  text: string,
  nowSeconds: number,
): SignatureExplanation<unknown>['timestamp'] {
  if (text === '') return { state: 'missing', ageSeconds: null };
  if (!TIMESTAMP.test(text)) return { state: 'malformed', ageSeconds: null };
  const ageSeconds = nowSeconds - Number(text);
  if (ageSeconds > TOLERANCE_SECONDS) return { state: 'too_old', ageSeconds };
  if (ageSeconds < -TOLERANCE_SECONDS) return { state: 'too_new', ageSeconds };
  return { state: 'valid', ageSeconds };
}

/** The bodies that may have been sent, with the change that makes the received body of each. */
function originalBodies(
  body: string,
  sentBody: string | null,
): readonly (readonly [BodyChange, string])[] {
  const bodies: (readonly [BodyChange, string])[] = [
    ['whitespace_added', body.trim()],
    ['line_endings_changed', body.replaceAll('\r\n', '\n')],
    ['line_endings_changed', body.replace(/\r?\n/g, '\r\n')],
    ['decoded_as_latin1', Buffer.from(body, 'latin1').toString('utf8')],
    ...parseJsonBody(body),
  ];
  if (sentBody !== null) bodies.push([body.trim() === '' ? 'emptied' : 'edited', sentBody]);
  return [['unchanged', body], ...bodies.filter(([, original]) => original !== body)];
}

/** The body before it was parsed and serialized again; none if it is not JSON. */
function parseJsonBody(body: string): (readonly [BodyChange, string])[] {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === 'string') return [['encoded_as_json_string', parsed]];
    return [['reformatted', JSON.stringify(parsed)]];
  } catch {
    // JSON.stringify also fails, if the text is nested deeply.
    return [];
  }
}
