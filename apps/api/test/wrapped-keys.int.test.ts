import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { formatEncryptionKey, parseEncryptionKeys } from '@parley/db/encryption-keys';
import { createAwsKms } from '@parley/runtime/aws-kms';
import { spawnApp, startAwsKms } from '@parley/testing';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { attemptOptions, confirmation, order, startApi } from './api.ts';

const kms = await startAwsKms();
const api = await startApi();
afterAll(async () => {
  await api.stop();
  await kms.stop();
});

for (const [name, value] of Object.entries(kms.env)) vi.stubEnv(name, value);
const wrapped = await Promise.all(
  parseEncryptionKeys(api.env.PARLEY_ENCRYPTION_KEYS).map(createAwsKms(kms.keyId).wrap),
);
vi.unstubAllEnvs();
const keys = wrapped.map(formatEncryptionKey).join(',');

/** What the test reads of responses. */
interface Body {
  readonly id: string;
  readonly acquisition_attempt: { readonly id: string; readonly version: number };
}

/** Starts the API with the wrapped key of the database. */
const start = (env: Readonly<Record<string, string>>) =>
  spawnApp({
    app: 'api',
    env: { ...api.env, PARLEY_ENCRYPTION_KEYS: keys, ...env },
  });

it('an API process with a key that AWS KMS wrapped creates a session, and calls the provider with its stored secret', async () => {
  expect(keys).toMatch(/^k1:kms:/);
  const server = await start(kms.env);
  onTestFinished(async () => void (await server.stop()));
  const post = async (path: string, body?: object) => {
    const response = await fetch(`${server.url}/v1/proxy_sessions${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${api.merchant.secretKey}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as Body };
  };
  const created = await post('', order);
  expect(created.status, JSON.stringify(created.body)).toBe(200);
  const path = `/${created.body.id}`;
  await post(`${path}/payer_handoff`);
  await post(`${path}/payer_opened`);
  const reserved = await post(`${path}/acquisition_attempts`, attemptOptions);
  const { id, version } = reserved.body.acquisition_attempt;
  await post(`${path}/acquisition_attempts/${id}/provider_objects`, {
    role: 'root',
    object_type: 'payment_intent',
    object_id: 'pi_of_no_one',
    expected_version: version,
    provider_confirmation: confirmation,
  });
  expect(api.providerRequests.join()).toContain('GET /v1/payment_intents/pi_of_no_one');
  const operations = kms.calls.map(({ operation }) => operation);
  expect(operations).toEqual(['Encrypt', 'Decrypt']);
  expect(server.output()).not.toContain(api.env.PARLEY_ENCRYPTION_KEYS.slice(3));
});

it('an API process does not start if AWS KMS refuses the key or does not respond, and says what to do', async () => {
  const refusing = await startAwsKms({ denied: 'Decrypt' });
  const silent = createServer().listen(0, '127.0.0.1');
  onTestFinished(async () => {
    await refusing.stop();
    silent.close();
  });
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const refusal =
    'api: PARLEY_ENCRYPTION_KEYS: The encryption key k1 was not unwrapped by AWS KMS:';
  await Promise.all([
    expect(start(refusing.env)).rejects.toMatchObject({
      message: `api is not ready:\n${refusal} AccessDeniedException: Not authorized to perform kms:Decrypt. Allow kms:Decrypt for this role, with the encryption context application=parley.\n`,
      cause: { message: expect.stringMatching(/^api ended/) },
    }),
    expect(
      start({ ...kms.env, AWS_ENDPOINT_URL_KMS: `http://127.0.0.1:${port}` }),
    ).rejects.toMatchObject({
      message: expect.stringMatching(
        new RegExp(
          `^api is not ready:\n${refusal} \\w+: .*AWS KMS did not respond in 10 s\\. Check the network and AWS_REGION\\.\n$`,
        ),
      ),
      cause: { message: expect.stringMatching(/^api ended/) },
    }),
  ]);
});
