import {
  DecryptCommand,
  EncryptCommand,
  GenerateDataKeyWithoutPlaintextCommand,
  KMSClient,
} from '@aws-sdk/client-kms';
import type { KeyService } from './key-service.ts';

/** Milliseconds that one call may take with its retries and the search for credentials. */
const TIMEOUT_MS = 10_000;
const KEY_BYTES = 32;

/** KMS authenticates it, so a wrapped key works only under its own id, and only for Parley. */
const getContext = (id: string) => ({ application: 'parley', encryption_key: id });

/**
 * AWS KMS. Region, endpoint and credentials come from the standard variables and files of AWS: AWS_REGION, access
 * keys, web identity, container and instance roles, shared configuration files.
 * @param keyId ID, ARN or alias of a symmetric KMS key, for `create` and `wrap`
 */
export function createAwsKms(keyId?: string): KeyService {
  const client = new KMSClient({ maxAttempts: 3 });
  async function call<Result>(
    action: keyof typeof permissions,
    id: string,
    send: (options: { abortSignal: AbortSignal }) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await send({ abortSignal: AbortSignal.timeout(TIMEOUT_MS) });
    } catch (error) {
      throw new Error(
        `The encryption key ${id} was not ${action} by AWS KMS: ${explain(error, permissions[action])}`,
      );
    }
  }
  return {
    async create(id) {
      const command = new GenerateDataKeyWithoutPlaintextCommand({
        KeyId: keyId,
        NumberOfBytes: KEY_BYTES,
        EncryptionContext: getContext(id),
      });
      const result = await call('created', id, (options) => client.send(command, options));
      return { id, ciphertext: requireBytes(result.CiphertextBlob) };
    },
    async wrap({ id, bytes }) {
      const command = new EncryptCommand({
        KeyId: keyId,
        Plaintext: bytes,
        EncryptionContext: getContext(id),
      });
      const result = await call('wrapped', id, (options) => client.send(command, options));
      return { id, ciphertext: requireBytes(result.CiphertextBlob) };
    },
    async unwrap({ id, ciphertext }) {
      const command = new DecryptCommand({
        CiphertextBlob: ciphertext,
        EncryptionContext: getContext(id),
      });
      const result = await call('unwrapped', id, (options) => client.send(command, options));
      return requireBytes(result.Plaintext);
    },
  };
}

function requireBytes(bytes: Uint8Array | undefined): Uint8Array {
  if (bytes) return bytes;
  throw new Error('AWS KMS returned no key.');
}

/** What a role needs for an action. */
const permissions = {
  created: 'kms:GenerateDataKeyWithoutPlaintext',
  wrapped: 'kms:Encrypt',
  unwrapped: 'kms:Decrypt',
} as const;

/** What to do about the errors that an operator can cause. */
const getAdvice = (permission: string): Readonly<Record<string, string>> => ({
  AccessDeniedException: `Allow ${permission} for this role, with the encryption context application=parley.`,
  InvalidCiphertextException:
    'The value is damaged, belongs to another key id or to a KMS key of another region.',
  CredentialsProviderError: 'Give the process credentials or a role of AWS.',
  DisabledException: 'Enable the KMS key.',
  TimeoutError: `AWS KMS did not respond in ${TIMEOUT_MS / 1_000} s. Check the network and AWS_REGION.`,
  AbortError: `AWS KMS did not respond in ${TIMEOUT_MS / 1_000} s. Check the network and AWS_REGION.`,
});

function explain(error: unknown, permission: string): string {
  if (!(error instanceof Error)) return String(error);
  const { name, message } = error;
  const reason = message === '' || message === 'UnknownError' ? name : `${name}: ${message}`;
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  const what =
    getAdvice(permission)[name] ??
    'Check AWS_REGION, and the credentials and network of the process.';
  return `${reason.replace(/\.$/, '')}${code}. ${what}`;
}
