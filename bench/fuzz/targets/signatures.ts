import { createHmac } from 'node:crypto';
import { DomainError } from '@parley/domain';
import { verifyNotification } from '@parley/provider';
import { WebhookVerificationError, webhooks } from '@parley/sdk';
import { explainSignature, parseHeaders } from '@parley/webhooks';
import { Webhook } from 'standardwebhooks';
import { attempt, requireProperty, type Target } from '../target.ts';

const PROVIDER_SECRET = 'whsec_provider';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER_SECRET = 'whsec_dGVzdC1zZWNyZXQtb2YtMzItYnl0ZXMtbGVuZ3Ro';
const NODE_HEADERS = 16 * 1024;
const EVENT = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'payment_intent.succeeded',
  created: 1_790_000_000,
  livemode: false,
  data: { object: { id: 'pi_1', object: 'payment_intent', status: 'succeeded' } },
});

const hmac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text);
const now = Math.floor(Date.now() / 1_000);
const providerSignature = hmac(PROVIDER_SECRET, `${now}.${EVENT}`).digest('hex');

/** The Stripe-Signature header of a fixed event. */
export const providerSignatures: Target = {
  name: 'provider-signature',
  maxLength: NODE_HEADERS,
  seeds: [
    `t=${now},v1=${providerSignature}`,
    `t=${now},v1=${'0'.repeat(64)},v1=${providerSignature},v0=1`,
    `t=${now - 100_000},v1=${providerSignature}`,
  ],
  tokens: [
    't=',
    'v1=',
    'v0=',
    ',',
    '=',
    String(now),
    providerSignature,
    'NaN',
    '-1',
    ' ',
    'é',
    '💳',
  ],
  run(header, time) {
    const { result, error } = attempt(
      () => time(() => verifyNotification(Buffer.from(EVENT), header, PROVIDER_SECRET)),
      (thrown) => thrown instanceof DomainError && thrown.code === 'invalid_request',
    );
    if (!result) return `${(error.cause as Error | undefined)?.message}`.slice(0, 60);
    requireProperty(header.includes(providerSignature), 'accepts without the signature');
    requireProperty(header.includes(String(now)), 'accepts another time than the signed one');
    return 'accepted';
  },
};

const ID = 'evt_01';
const BODY = '{"id":"evt_01","type":"proxy_session.paid","data":{"object":{"id":"psess_1"}}}';
const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
const signature = hmac(key, `${ID}.${now}.${BODY}`).digest('base64');
const reference = new Webhook(SECRET);

/** Splits an input into the three headers and the body. */
function toWebhook(input: string) {
  const [id = '', timestamp = '', given = '', ...body] = input.split('\n');
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': given };
  return { headers, body: body.join('\n') };
}

/** A value as HTTP transmits it, without the whitespace around it; as it is if HTTP cannot transmit it. */
function normalizeHeaderValue(value: string): string {
  const { result } = attempt(
    () => new Headers({ value }).get('value'),
    (error) => error instanceof TypeError,
  );
  return result ?? value;
}

function isAcceptedByReference({ headers, body }: ReturnType<typeof toWebhook>): boolean {
  try {
    const received = Object.entries(headers).map(([name, value]) => [
      name,
      normalizeHeaderValue(value),
    ]);
    reference.verify(body, Object.fromEntries(received));
    return true;
  } catch {
    return false;
  }
}

/** Headers and body of a webhook, compared with the library of Standard Webhooks. */
export const webhookSignatures: Target = {
  name: 'webhook-signature',
  maxLength: 64 * 1024,
  seeds: [
    `${ID}\n${now}\nv1,${signature}\n${BODY}`,
    `${ID} \n${now}\nv1,${signature}\n${BODY}`,
    `${ID}\n${now}\nv2,abc v1,${signature}\n${BODY}`,
    `${ID} \n${now}\n\uddaa v1,${signature}\n${BODY}`,
    `${ID}\u2028\n${now}\nb\rv1,${signature}\n${BODY}`,
    `${ID}\n${now}\nv1,${signature}\n${JSON.stringify(JSON.parse(BODY), null, 2)}`,
    `${ID}\n${now}\nv1,${hmac(key, `${ID}.${now}.no json`).digest('base64')}\nno json`,
  ],
  tokens: ['v1,', 'v2,', ' ', '\n', ',', signature, String(now), ID, 'é', '=', '{', '"'],
  async run(input, time) {
    const webhook = toWebhook(input);
    const { headers, body } = webhook;
    const verified = await time(() => webhooks.verify(body, headers, [OTHER_SECRET, SECRET])).then(
      () => null,
      (error: unknown) => {
        if (error instanceof WebhookVerificationError) return error.reason;
        if (error instanceof SyntaxError) return 'signed, but no JSON';
        throw error;
      },
    );
    if (verified === null) {
      requireProperty(isAcceptedByReference(webhook), 'accepts what Standard Webhooks rejects');
      return 'accepted';
    }
    return verified;
  },
};

/** What a developer pastes to find out why a signature does not match. */
export const pastedWebhooks: Target = {
  name: 'pasted-webhook',
  maxLength: 16 * 1024,
  seeds: [
    `webhook-id: ${ID}\nwebhook-timestamp: ${now}\nwebhook-signature: v1,${signature}`,
    `{ 'webhook-id': '${ID}', "HTTP_WEBHOOK_TIMESTAMP" => "${now}", 'webhook-signature': ['v1,${signature}'] }`,
    `-H "webhook-id: ${ID}" -H 'webhook-timestamp: ${now}' -H webhook_signature=v1,${signature}`,
  ],
  tokens: [
    ...[
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
      'HTTP_',
      'http-',
      ':',
      '=>',
      '=',
      ',',
    ],
    ...['"', "'", '[', ']', ' ', '\t', '\r\n', `v1,${signature}`],
  ],
  run(text, time) {
    const { headers, renamed } = time(() => parseHeaders(text));
    const secrets = [{ secret: SECRET, source: 'current' }];
    const webhook = { headers, body: BODY, sentBody: BODY };
    const { source, signatures } = explainSignature(webhook, secrets, now);
    const isSigned = headers['webhook-id'] === ID && headers['webhook-timestamp'] === String(now);
    requireProperty(source === null || isSigned, 'finds a secret that did not sign');
    return `${source} ${signatures.join()} ${renamed.length}`.slice(0, 60);
  },
};

/** The body of a webhook that a developer pastes. */
export const pastedBodies: Target = {
  name: 'pasted-body',
  maxLength: 64 * 1024,
  seeds: [BODY, JSON.stringify(BODY), `${BODY}\r\n`, JSON.stringify(JSON.parse(BODY), null, 2)],
  tokens: ['{', '[', '"', '\\', ',', ':', '\r\n', '\n', ' ', 'é', 'Ã©', '}', ']'],
  run(body, time) {
    const headers = {
      'webhook-id': ID,
      'webhook-timestamp': String(now),
      'webhook-signature': `v1,${signature}`,
    };
    const secrets = [{ secret: SECRET, source: 'current' }];
    const { source, bodyChange } = time(() =>
      explainSignature({ headers, body, sentBody: BODY }, secrets, now),
    );
    requireProperty(source === 'current', 'does not find the secret of the sent body');
    requireProperty((bodyChange === 'unchanged') === (body === BODY), 'names the wrong change');
    return bodyChange ?? 'none';
  },
};
