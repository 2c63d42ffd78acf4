import { createCipheriv, createDecipheriv, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { getAwsSignature } from './aws-signature.ts';
import { startServer } from './start-server.ts';

const KMS_KEY = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd';
const ACCESS_KEY = 'AKIDEXAMPLE';

interface Input {
  readonly KeyId?: string;
  readonly CiphertextBlob?: string;
  readonly Plaintext?: string;
  readonly NumberOfBytes?: number;
  readonly EncryptionContext?: Readonly<Record<string, string>>;
}

class Refusal extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

/**
 * A server with the operations of AWS KMS that Parley calls. It checks the signature of each request.
 * @param denied an operation that the role is not allowed
 */
export async function startAwsKms({ denied }: { readonly denied?: string } = {}) {
  const secret = randomBytes(20).toString('hex');
  const kmsKey = randomBytes(32);
  const calls: { operation: string; context: Input['EncryptionContext'] }[] = [];

  function authenticate(request: IncomingMessage, body: string): void {
    const {
      scope = '',
      headers: signedHeaders = '',
      signature = '',
    } = /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/(?<scope>\S+), SignedHeaders=(?<headers>\S+), Signature=(?<signature>[0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )?.groups ?? {};
    const isOfService = scope.endsWith('/eu-central-1/kms/aws4_request');
    const path = request.url ?? '';
    const signed = { method: request.method ?? '', path, headers: request.headers, body };
    const expected = getAwsSignature(signed, { secret, scope, signedHeaders });
    if (isOfService && timingSafeEqual(Buffer.from(expected), Buffer.from(signature.padEnd(64))))
      return;
    throw new Refusal('InvalidSignatureException', 'The signature does not match.');
  }

  function encrypt(plaintext: Buffer, context: Input['EncryptionContext']): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', kmsKey, nonce).setAAD(toBytes(context));
    const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
  }

  function decrypt(blob: string, context: Input['EncryptionContext']): string {
    const bytes = Buffer.from(blob, 'base64');
    try {
      const decipher = createDecipheriv('aes-256-gcm', kmsKey, bytes.subarray(0, 12))
        .setAAD(toBytes(context))
        .setAuthTag(bytes.subarray(12, 28));
      const plaintext = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
      return plaintext.toString('base64');
    } catch {
      throw new Refusal('InvalidCiphertextException', '');
    }
  }

  function respond(operation: string, input: Input): object {
    const { EncryptionContext: context, Plaintext: plaintext = '' } = input;
    calls.push({ operation, context });
    if (operation === denied)
      throw new Refusal('AccessDeniedException', `Not authorized to perform kms:${operation}.`);
    if (operation === 'Decrypt')
      return { KeyId: KMS_KEY, Plaintext: decrypt(input.CiphertextBlob ?? '', context) };
    if (input.KeyId !== KMS_KEY) throw new Refusal('AccessDeniedException', 'Not authorized.');
    const key =
      operation === 'Encrypt'
        ? Buffer.from(plaintext, 'base64')
        : randomBytes(input.NumberOfBytes ?? 0);
    return { KeyId: KMS_KEY, CiphertextBlob: encrypt(key, context) };
  }

  const { url, stop } = await startServer(async (request, response) => {
    const body = await text(request);
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    try {
      authenticate(request, body);
      const operation = `${request.headers['x-amz-target']}`.replace('TrentService.', '');
      response.end(JSON.stringify(respond(operation, JSON.parse(body))));
    } catch (error) {
      const { type, message } = error as Refusal;
      response.statusCode = 400;
      response.end(JSON.stringify({ __type: type, message }));
    }
  });
  return {
    keyId: KMS_KEY,
    /** The operations in their order, with their encryption contexts. */
    calls,
    /** The standard variables of AWS, which lead here. */
    env: {
      AWS_ENDPOINT_URL_KMS: url,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: ACCESS_KEY,
      AWS_SECRET_ACCESS_KEY: secret,
    },
    stop,
  };
}

const toBytes = (context: Input['EncryptionContext']) =>
  Buffer.from(JSON.stringify(Object.entries(context ?? {}).toSorted()));
