import { WebAuthnError } from '@simplewebauthn/browser';
import type { Translator } from '#messages/translator.ts';

/**
 * Says why the browser created or used no passkey.
 * @param otherwise for a dialog that the person closed, and for what they cannot change
 */
export function describePasskeyError(
  t: Translator<'passkeys'>,
  error: unknown,
  otherwise: string,
): string {
  if (!(error instanceof WebAuthnError)) return otherwise;
  const key = `error.${error.code}` as 'error.ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
  return t.has(key) ? t(key) : otherwise;
}
