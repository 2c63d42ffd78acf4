import { hash, randomBytes } from 'node:crypto';
import type { KeyHolder, LiveApiKey, Scope } from '@parley/db';
import {
  type ApiKeyKind,
  type ApiScope,
  DomainError,
  encodeBase32,
  type Mode,
} from '@parley/domain';
import type { Deps } from './deps.ts';

const RANDOM_BYTES = 20;
const CHECKSUM_LENGTH = 6;
const KEY_PATTERN = /^(sk|pk)_(test|live)_[0-9a-hjkmnp-tv-z]{38}$/;

const prefixes: Readonly<Record<ApiKeyKind, string>> = { secret: 'sk', publishable: 'pk' };

/** The first 30 bits of the SHA-256 of the body. It rejects a mistyped key without the database. */
function checksum(body: string): string {
  return encodeBase32(hash('sha256', body, 'buffer').subarray(0, 4)).slice(0, CHECKSUM_LENGTH);
}

/** The key that was read last. A request reads its key for its rate limit, its flow and its lookup. */
let latest = { key: '', hash: hash('sha256', ''), isWellFormed: false };

function readKey(key: string): typeof latest {
  if (latest.key !== key) {
    latest = {
      key,
      hash: hash('sha256', key),
      isWellFormed: KEY_PATTERN.test(key) && key.endsWith(checksum(key.slice(0, -CHECKSUM_LENGTH))),
    };
  }
  return latest;
}

/** The stored form of a key: SHA-256, lowercase hex. */
export const getHash = (key: string): string => readKey(key).hash;

/** Whether `key` has the format of an API key and a valid checksum. */
export const isWellFormedKey = (key: string): boolean => readKey(key).isWellFormed;

/** Generates a key: kind, mode, 160 random bits, checksum. */
export function generateKey(kind: ApiKeyKind, mode: Mode): string {
  const body = `${prefixes[kind]}_${mode}_${encodeBase32(randomBytes(RANDOM_BYTES))}`;
  return body + checksum(body);
}

export interface NewApiKey {
  readonly kind: ApiKeyKind;
  readonly name: string;
  /** A key from `generateKey`; a new one by default. */
  readonly key?: string;
  /** The selected scopes; all but those that must be selected by default. */
  readonly scopes?: readonly ApiScope[];
  /** When the key expires; never by default. */
  readonly expiresAt?: Date;
}

/**
 * Adds an API key while a merchant is set up: without a limit and without an audit entry.
 * @returns the complete key; a secret key cannot be read again later
 */
export async function insertApiKey(deps: Deps, scope: Scope, input: NewApiKey): Promise<string> {
  const key = input.key ?? generateKey(input.kind, scope.mode);
  await deps.database.forScope(scope).apiKeys.insert({
    id: deps.newId('key'),
    kind: input.kind,
    name: input.name,
    keyHash: getHash(key),
    lastFour: key.slice(-4),
    publicValue: input.kind === 'publishable' ? key : null,
    scopes: [...(input.scopes ?? [])],
    expiresAt: input.expiresAt ?? null,
  });
  return key;
}

/**
 * Finds who holds a key, at little cost for keys that are made up.
 * @throws DomainError invalid_api_key for an unknown, revoked or expired key, service_unavailable
 */
export async function identifyKey(deps: Deps, key: string): Promise<KeyHolder> {
  const holder = isWellFormedKey(key)
    ? await deps.database.apiKeysByHash.findHolder(getHash(key))
    : null;
  if (!holder) throw new DomainError('invalid_api_key');
  return holder;
}

/**
 * Finds the record of a key.
 * @throws DomainError invalid_api_key for an unknown, revoked or expired key, insufficient_scope while
 *   the merchant is suspended
 */
export async function authenticateKey(deps: Deps, key: string): Promise<LiveApiKey> {
  const record = isWellFormedKey(key) ? await deps.database.apiKeysByHash.find(getHash(key)) : null;
  if (!record) throw new DomainError('invalid_api_key');
  if (record.isMerchantSuspended) {
    throw new DomainError(
      'insufficient_scope',
      'The merchant of this API key is suspended, so its keys cannot be used. Contact the operator of this service.',
    );
  }
  return record;
}
