import { WebAuthnError } from '@simplewebauthn/browser';

const messages: Readonly<Record<string, string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'This device already has a passkey for your account.',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT:
    'This device cannot store passkeys. Use another one.',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
    'This device does not check a fingerprint, face or PIN. Set one up, or use another device.',
};

/**
 * Says why the browser created or used no passkey.
 * @param otherwise for a dialog that the person closed, and for what they cannot change
 */
export function describePasskeyError(error: unknown, otherwise: string): string {
  return (error instanceof WebAuthnError && messages[error.code]) || otherwise;
}
