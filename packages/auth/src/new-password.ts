import { DomainError, findNameProblem } from '@parley/domain';
import { hashPassword } from 'better-auth/crypto';

const MIN_LENGTH = 12;
/** Bounds the time of a hash. */
const MAX_LENGTH = 128;

/**
 * Hashes a password that a person chose.
 * @throws DomainError invalid_request for one that is too short or too long
 */
export async function hashNewPassword(password: string): Promise<string> {
  if (password.length < MIN_LENGTH || password.length > MAX_LENGTH) {
    throw new DomainError(
      'invalid_request',
      `password must have ${MIN_LENGTH} to ${MAX_LENGTH} characters.`,
    );
  }
  return hashPassword(password);
}

/**
 * Checks a name that a person entered.
 * @throws DomainError invalid_request
 */
export function requireName(field: 'name' | 'merchant_name', value: string): string {
  const name = value.trim();
  const problem = findNameProblem(name, field === 'name' ? 'person' : 'merchant');
  if (problem !== null) throw new DomainError('invalid_request', `${field} ${problem}.`);
  return name;
}
