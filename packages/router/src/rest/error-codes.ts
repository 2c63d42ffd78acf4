import { type ErrorCode, errorTable } from '@parley/domain';

/** The properties of an operation that determine its error codes. */
export interface OperationErrors {
  readonly method: string;
  readonly path: string;
  /** Whether the operation accepts secret keys only. */
  readonly secretKeyOnly: boolean;
  /** The codes that its procedure declares. */
  readonly errors: readonly ErrorCode[];
}

/** The codes of every operation. */
const commonErrors: readonly ErrorCode[] = [
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

/** The codes of every operation with a body and an idempotency key. */
const writeErrors: readonly ErrorCode[] = [
  'idempotency_in_flight',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
];

/** Every error code an operation can return, in the order of the error table. */
export function errorCodesOf({
  method,
  path,
  secretKeyOnly,
  errors,
}: OperationErrors): ErrorCode[] {
  const declared = new Set<ErrorCode>([...commonErrors, ...errors]);
  if (method !== 'get') for (const code of writeErrors) declared.add(code);
  if (secretKeyOnly) declared.add('publishable_key_not_allowed');
  if (path.includes('{')) declared.add('not_found');
  return (Object.keys(errorTable) as ErrorCode[]).filter((code) => declared.has(code));
}
