import {
  checkEncryptionKeys,
  hasWrappedKeys,
  unwrapEncryptionKeys,
} from '@parley/db/encryption-keys';
import { type EnvironmentSource, readFiles } from '@parley/environment';
import type { KeyService } from './key-service.ts';

const VARIABLE = 'PARLEY_ENCRYPTION_KEYS';

/**
 * The environment with each wrapped key in PARLEY_ENCRYPTION_KEYS, or in the file that
 * PARLEY_ENCRYPTION_KEYS_FILE names, replaced by the key itself. Only the memory of the process contains it.
 * The service is used at the start of a process only.
 * @throws Error that names the variable, the key and what to do, when the service is unreachable or refuses a key
 */
export async function unwrapKeys<Source extends EnvironmentSource>(
  source: Source,
  openService: () => Promise<Pick<KeyService, 'unwrap'>> = openAwsKms,
): Promise<Source> {
  const text = readFiles([VARIABLE], source).values[VARIABLE];
  if (text === undefined || !hasWrappedKeys(text) || !isValid(text)) return source;
  const service = await openService();
  const keys = await unwrapEncryptionKeys(text, service.unwrap).catch((error: Error) => {
    const name = source[VARIABLE] ? VARIABLE : `${VARIABLE}_FILE`;
    throw new Error(`${name}: ${error.message}`, { cause: error });
  });
  return { ...source, [VARIABLE]: keys, [`${VARIABLE}_FILE`]: undefined };
}

/** An invalid list is reported together with the other variables. */
function isValid(text: string): boolean {
  try {
    checkEncryptionKeys(text);
    return true;
  } catch {
    return false;
  }
}

/** Unwraps the keys in the environment of this process. If that fails, prints one line and exits with 1. */
export async function requireUnwrappedKeys(process: string): Promise<void> {
  const { env } = globalThis.process;
  try {
    const unwrapped = await unwrapKeys(env);
    if (unwrapped === env) return;
    env[VARIABLE] = unwrapped[VARIABLE];
    delete env[`${VARIABLE}_FILE`];
  } catch (error) {
    globalThis.process.stderr.write(
      `${process}: ${error instanceof Error ? error.message : error}\n`,
    );
    globalThis.process.exit(1);
  }
}

/** The client is large, so only processes with wrapped keys load it. */
async function openAwsKms(): Promise<KeyService> {
  const { createAwsKms } = await import('./aws-kms.ts');
  return createAwsKms();
}
