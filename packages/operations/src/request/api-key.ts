import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ApiScope } from '@parley/contract';
import type { ApiKeyKind, ApiKeyRecord, Scope } from '@parley/db';
import { DomainError, encodeBase32, type Mode } from '@parley/domain';
import type { Deps } from './deps.ts';

const RANDOM_BYTES = 20;
const CHECKSUM_LENGTH = 6;
const KEY_FORM = /^(sk|pk)_(test|live)_[0-9a-hjkmnp-tv-z]{38}$/;

const letters: Readonly<Record<ApiKeyKind, string>> = { secret: 'sk', publishable: 'pk' };

/** The first 30 bits of the SHA-256 of what goes before: a mistyped key never reaches the database. */
function checksum(body: string): string {
  return encodeBase32(createHash('sha256').update(body).digest().subarray(0, 4)).slice(
    0,
    CHECKSUM_LENGTH,
  );
}

/** What a key is kept as: SHA-256, lowercase hex. */
export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Whether `key` has the form of one of ours and its checksum holds. */
export function isWellFormedKey(key: string): boolean {
  if (!KEY_FORM.test(key)) return false;
  const given = Buffer.from(key.slice(-CHECKSUM_LENGTH));
  return timingSafeEqual(given, Buffer.from(checksum(key.slice(0, -CHECKSUM_LENGTH))));
}

/** A new key: kind, mode, 160 random bits, checksum. */
export function generateKey(kind: ApiKeyKind, mode: Mode): string {
  const body = `${letters[kind]}_${mode}_${encodeBase32(randomBytes(RANDOM_BYTES))}`;
  return body + checksum(body);
}

export interface NewApiKey {
  readonly kind: ApiKeyKind;
  readonly name: string;
  /** One made by `generateKey`; left out, a new one is made. */
  readonly key?: string;
  /** What it is limited to; left out, it may do everything. */
  readonly scopes?: readonly ApiScope[];
  /** When it stops being good; left out, never. */
  readonly expiresAt?: Date;
}

/**
 * Keeps a new key of a merchant.
 * @returns the whole key: a secret one can be read here and never again
 */
export async function createApiKey(deps: Deps, scope: Scope, input: NewApiKey): Promise<string> {
  const key = input.key ?? generateKey(input.kind, scope.mode);
  await deps.database.forScope(scope).apiKeys.insert({
    id: deps.newId('key'),
    kind: input.kind,
    name: input.name,
    keyHash: hashOf(key),
    lastFour: key.slice(-4),
    publicValue: input.kind === 'publishable' ? key : null,
    scopes: [...(input.scopes ?? [])],
    expiresAt: input.expiresAt ?? null,
  });
  return key;
}

/**
 * Whose key it is.
 * @throws DomainError invalid_api_key when it is no key of ours, was revoked or has ended
 */
export async function authenticateKey(deps: Deps, key: string): Promise<ApiKeyRecord> {
  const record = isWellFormedKey(key) ? await deps.database.findApiKey(hashOf(key)) : null;
  if (!record) throw new DomainError('invalid_api_key');
  return record;
}
