import { createHash } from 'node:crypto';

/** The list of passwords from known breaches, by the beginning of their SHA-1. */
const PWNED_PASSWORDS = 'https://api.pwnedpasswords.com';
const TIMEOUT_MS = 3_000;
const PREFIX_LENGTH = 5;

/** Whether a password is known from a breach, so that attackers try it early. */
export type IsBreachedPassword = (password: string) => Promise<boolean>;

/**
 * Creates the check of new passwords against Pwned Passwords. Only the first five digits of the SHA-1 of a
 * password are sent, which many passwords share. A password counts as not breached if
 * the service does not respond: a password reset must not depend on it.
 * @param onFailure reports that the service did not respond
 */
export function createBreachedPasswordCheck(
  onFailure: (error: unknown) => void,
  origin = PWNED_PASSWORDS,
): IsBreachedPassword {
  return async (password) => {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      const response = await fetch(`${origin}/range/${hash.slice(0, PREFIX_LENGTH)}`, {
        // Equally long responses, so that their length does not reveal the prefix.
        headers: { 'add-padding': 'true' },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`Pwned Passwords responded with ${response.status}`);
      const lines = (await response.text()).split(/\r?\n/);
      // Padding has a count of 0.
      return lines.some(
        (line) => /^([0-9A-F]{35}):[1-9]/.exec(line)?.[1] === hash.slice(PREFIX_LENGTH),
      );
    } catch (error) {
      onFailure(error);
      return false;
    }
  };
}
