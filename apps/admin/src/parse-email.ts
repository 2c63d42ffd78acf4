import { emailInput } from '@parley/contract';
import { UsageError } from './errors.ts';

/**
 * Parses the email in an option, in any case.
 * @returns the email in lowercase
 * @throws UsageError
 */
export function parseEmail(text: string, option: string): string {
  const parsed = emailInput.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new UsageError(`--${option}: ${parsed.error.issues[0]?.message}.`);
}
