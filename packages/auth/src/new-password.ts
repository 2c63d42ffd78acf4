import { findNameProblem, InvalidFieldError } from '@parley/domain';
import type { AuthDeps } from './auth-deps.ts';
import { hashPassword } from './password-hash.ts';

const MIN_LENGTH = 12;
/** Bounds the time of a hash. */
const MAX_LENGTH = 128;

/** Characters that a password must have besides names that attackers try first. */
const MIN_OWN_CHARACTERS = 8;
/** Shorter words occur in good passwords by chance. */
const MIN_WORD_LENGTH = 4;
/** Words that attackers try here first. */
const PRODUCT_WORDS = ['parley', 'password', 'payment', 'merchant', 'dashboard'];

/**
 * Hashes a password that a person chose.
 * @param names what attackers who know the person try: their email, their name and that of their business
 * @throws DomainError invalid_request for one that is too short or too long, consists of names, or is
 *   known from a breach
 */
export async function hashNewPassword(
  { isBreachedPassword }: Pick<AuthDeps, 'isBreachedPassword'>,
  password: string,
  names: readonly string[],
): Promise<string> {
  if (password.length < MIN_LENGTH || password.length > MAX_LENGTH) {
    throw new InvalidFieldError('password', `must have ${MIN_LENGTH} to ${MAX_LENGTH} characters.`);
  }
  if (withoutWords(password, names).length < MIN_OWN_CHARACTERS) {
    throw new InvalidFieldError(
      'password',
      `must have ${MIN_OWN_CHARACTERS} characters besides your name, email, business name and words such as parley or password.`,
    );
  }
  if (await isBreachedPassword(password)) {
    throw new InvalidFieldError(
      'password',
      'is on a list of stolen passwords, which attackers try first. Choose another one.',
    );
  }
  return hashPassword(password);
}

/** The rest of a password without words of the product and of names. */
function withoutWords(password: string, names: readonly string[]): string {
  const words = names.flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return [...PRODUCT_WORDS, ...words]
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    .reduce((rest, word) => rest.replaceAll(word, ''), password.toLowerCase());
}

/**
 * Checks a name that a person entered.
 * @throws DomainError invalid_request
 */
export function requireName(field: 'name' | 'merchant_name', value: string): string {
  const name = value.trim();
  const problem = findNameProblem(name, field === 'name' ? 'person' : 'merchant');
  if (problem !== null) throw new InvalidFieldError(field, `${problem}.`);
  return name;
}
