import { hash } from 'node:crypto';
import { canonicalJson } from '@parley/domain';

/** SHA-256 of a value's canonical JSON, lowercase hex. */
export function fingerprint(value: unknown): string {
  return hash('sha256', canonicalJson(value));
}
