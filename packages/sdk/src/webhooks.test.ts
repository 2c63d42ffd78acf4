import { runInNewContext } from 'node:vm';
import { createSigner, generateSigningSecret } from '@parley/webhooks';
import { describe, expect, test } from 'vitest';
import { sign, verify, type WebhookHeaders, WebhookVerificationError } from './webhooks.ts';

const secret = generateSigningSecret();
const former = generateSigningSecret();
const now = Date.UTC(2026, 10, 20, 9, 30);
const timestamp = now / 1000;
const event = {
  id: 'evt_1',
  type: 'proxy_session.paid',
  data: { object: { name: 'Café ☕ 1.50' } },
};
const body = JSON.stringify(event);

/** What the product sends. */
const deliver = (secrets: readonly string[], at = timestamp, content: string | Uint8Array = body) =>
  createSigner(secrets)({ id: event.id, timestamp: at, body: content });
const headers = deliver([secret]);

async function getReason(verification: Promise<unknown>): Promise<string | undefined> {
  const error = await verification.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined) return undefined;
  if (!(error instanceof WebhookVerificationError)) throw error;
  return error.reason;
}

const reasonOf = (given: WebhookHeaders, content: string | Uint8Array = body, at = now) =>
  getReason(verify(content, given, secret, { now: at }));

describe('verify', () => {
  test.each([
    ['a string', body],
    ['bytes', new TextEncoder().encode(body)],
    ['a Buffer', Buffer.from(body)],
    ['an ArrayBuffer', new TextEncoder().encode(body).buffer],
    [
      'bytes of another realm',
      runInNewContext('Uint8Array.from(bytes)', { bytes: Buffer.from(body) }),
    ],
    [
      'an ArrayBuffer of another realm',
      runInNewContext('Uint8Array.from(bytes).buffer', { bytes: Buffer.from(body) }),
    ],
  ])('accepts what the product signs, as %s', async (_, content) => {
    expect(await verify(content, headers, secret, { now })).toEqual(event);
  });

  test('accepts the headers of fetch and of Node in any case', async () => {
    const upper = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]);
    const forms: WebhookHeaders[] = [
      new Headers(headers),
      Object.fromEntries(upper),
      Object.fromEntries(upper.map(([name, value]) => [name, [value]])) as never,
    ];
    for (const form of forms) expect(await reasonOf(form)).toBeUndefined();
  });

  test('accepts either secret during a rotation, and one of several signatures', async () => {
    const both = deliver([secret, former]);
    for (const secrets of [secret, former, [former, secret], [generateSigningSecret(), former]]) {
      expect(await verify(body, both, secrets, { now })).toEqual(event);
    }
    expect(await getReason(verify(body, headers, [former, secret], { now }))).toBeUndefined();
    const unknown = { ...headers, 'webhook-signature': `v1a,xyz ${headers['webhook-signature']}` };
    expect(await reasonOf(unknown)).toBeUndefined();
  });

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'names the missing header %s',
    async (name) => {
      const { [name as keyof typeof headers]: _, ...present } = headers;
      expect(await reasonOf(present)).toBe('missing_header');
      expect(await reasonOf({ ...present, [name]: ' ' })).toBe('missing_header');
      expect(await reasonOf(new Headers(present))).toBe('missing_header');
      await expect(verify(body, present, secret)).rejects.toThrow(name);
    },
  );

  test.each([
    ['webhook-timestamp', String(now)],
    ['webhook-timestamp', '2026-11-20T09:30:00Z'],
    ['webhook-signature', 'v1'],
    ['webhook-signature', `v2${headers['webhook-signature'].slice(2)}`],
    ['webhook-signature', headers['webhook-signature'].slice(0, -2)],
  ])('names the malformed header %s: %s', async (name, value) => {
    const changed = { ...headers, [name]: value };
    expect(await reasonOf(changed)).toBe('malformed_header');
    await expect(verify(body, changed, secret)).rejects.toThrow(name);
  });

  test('refuses a header that was sent twice', async () => {
    const twice = { ...headers, 'webhook-id': ['evt_1', 'evt_1'] };
    expect(await reasonOf(twice)).toBe('malformed_header');
  });

  test('refuses another secret and a changed id, timestamp or body', async () => {
    expect(await reasonOf(deliver([former]))).toBe('wrong_signature');
    expect(await reasonOf({ ...headers, 'webhook-id': 'evt_2' })).toBe('wrong_signature');
    const later = { ...headers, 'webhook-timestamp': String(timestamp + 1) };
    expect(await reasonOf(later)).toBe('wrong_signature');
    expect(await reasonOf(headers, body.replace('1.50', '1.5'))).toBe('wrong_signature');
    expect(await reasonOf(headers, '')).toBe('wrong_signature');
  });

  test('names a clock that differs by more than five minutes, only of a right signature', async () => {
    const minutes = (count: number) => now + count * 60_000;
    expect(await reasonOf(headers, body, minutes(5))).toBeUndefined();
    expect(await reasonOf(headers, body, minutes(-5))).toBeUndefined();
    expect(await reasonOf(headers, body, minutes(5) + 1000)).toBe('timestamp_too_old');
    expect(await reasonOf(headers, body, minutes(-5) - 1000)).toBe('timestamp_too_new');
    expect(await reasonOf(deliver([former]), body, minutes(10))).toBe('wrong_signature');
    const tolerant = { now: minutes(10), toleranceSeconds: 600 };
    expect(await getReason(verify(body, headers, secret, tolerant))).toBeUndefined();
  });

  test.each([
    ['indented', JSON.stringify(event, null, 2)],
    ['with escaped characters', body.replace('é', '\\u00e9')],
    ['with a final line break', `${body}\n`],
    ['as a JSON string', JSON.stringify(body)],
  ])('names a body that was parsed and written again: %s', async (_, rewritten) => {
    expect(await reasonOf(headers, rewritten)).toBe('rewritten_body');
  });

  test('names a body that was passed as an object', async () => {
    const reason = await getReason(verify(event as never, headers, secret, { now }));
    expect(reason).toBe('parsed_body');
  });

  test.each(['', 'whsec_', 'sk_test_1', 'whsec_not base64', secret.slice(6)])(
    'throws TypeError without the value for the secret %j',
    async (wrong) => {
      const error = await verify(body, headers, wrong, { now }).catch((reason) => reason);
      expect(error).toBeInstanceOf(TypeError);
      if (wrong.length > 6) expect(error.message).not.toContain(wrong);
    },
  );

  test('throws TypeError without a secret', async () => {
    await expect(verify(body, headers, [], { now })).rejects.toThrow(TypeError);
  });

  test.each([undefined, [undefined], null])(
    'names what a secret is if it is not set: %j',
    async (unset) => {
      const error = await verify(body, headers, unset as never, { now }).catch((reason) => reason);
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message).toContain('A signing secret must be whsec_');
    },
  );

  test.each([Number.NaN, -1])('throws TypeError for a tolerance of %d seconds', async (given) => {
    const old = deliver([secret], timestamp - 86_400);
    const verification = verify(body, old, secret, { now, toleranceSeconds: given });
    await expect(verification).rejects.toThrow(/^toleranceSeconds must be/);
  });
});

test('sign returns the headers of the product', async () => {
  expect(await sign({ id: event.id, body, secrets: [secret, former], timestamp })).toEqual(
    deliver([secret, former]),
  );
  expect(await verify(body, await sign({ id: 'evt_1', body, secrets: secret }), secret)).toEqual(
    event,
  );
});
