import { createHash, createHmac } from 'node:crypto';

export interface SignedRequest {
  readonly method: string;
  /** Without a query, and normalized. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/**
 * The signature that AWS expects of a request, by Signature Version 4. Test servers compare it with the one that the
 * request has.
 * @param scope as in Credential: date, region, service and aws4_request
 * @param signedHeaders lowercase names, in the order of Authorization
 */
export function getAwsSignature(
  { method, path, headers, body }: SignedRequest,
  { secret, scope, signedHeaders }: { secret: string; scope: string; signedHeaders: string },
): string {
  const lines = signedHeaders.split(';').map((name) => `${name}:${headers[name] ?? ''}\n`);
  const canonical = [method, path, '', lines.join(''), signedHeaders, sha256(body)].join('\n');
  const date = `${headers['x-amz-date']}`;
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = scope
    .split('/')
    .reduce<Buffer | string>((parent, part) => hmac(parent, part), `AWS4${secret}`);
  return hmac(key, text).toString('hex');
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer | string, text: string) =>
  createHmac('sha256', key).update(text).digest();
