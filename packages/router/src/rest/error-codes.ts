import { type ErrorCode, errorTable } from '@parley/domain';

/** What of an operation decides how it can refuse. */
export interface Refusing {
  readonly method: string;
  readonly path: string;
  /** Whether it must be called with a secret key. */
  readonly secretKeyOnly: boolean;
  /** Its own codes, as they stand beside the procedure. */
  readonly errors: readonly ErrorCode[];
}

/** What may go wrong before any operation is reached, or beneath it. */
const always: readonly ErrorCode[] = [
  'invalid_request',
  'authentication_required',
  'invalid_api_key',
  'insufficient_scope',
  'request_timeout',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'service_unavailable',
];

/** What comes with a body and an idempotency key. */
const onWrite: readonly ErrorCode[] = [
  'idempotency_in_flight',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
];

/** Every code an operation can answer, in the order of the error table. */
export function errorCodesOf({ method, path, secretKeyOnly, errors }: Refusing): ErrorCode[] {
  const declared = new Set<ErrorCode>([...always, ...errors]);
  if (method !== 'get') for (const code of onWrite) declared.add(code);
  if (secretKeyOnly) declared.add('publishable_key_not_allowed');
  if (path.includes('{')) declared.add('not_found');
  return (Object.keys(errorTable) as ErrorCode[]).filter((code) => declared.has(code));
}
