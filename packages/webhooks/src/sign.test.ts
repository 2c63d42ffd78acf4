import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { createSigner, generateSigningSecret } from './sign.ts';

const message = () => ({
  id: 'evt_1',
  timestamp: Math.floor(Date.now() / 1000),
  body: '{"type":"proxy_session.paid","data":{"object":{"metadata":{"name":"Zoë"}}}}',
});

describe('a signature', () => {
  it('is verified by the Standard Webhooks library', () => {
    const secret = generateSigningSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const headers = createSigner([secret])(message());
    expect(new Webhook(secret).verify(message().body, headers)).toMatchObject({
      type: 'proxy_session.paid',
    });
    expect(() => new Webhook(generateSigningSecret()).verify(message().body, headers)).toThrow();
    expect(() => new Webhook(secret).verify(`${message().body} `, headers)).toThrow();
  });

  it('is created with each secret during a rotation', () => {
    const [before, after] = [generateSigningSecret(), generateSigningSecret()];
    const headers = createSigner([after, before])(message());
    for (const secret of [before, after]) {
      expect(() => new Webhook(secret).verify(message().body, headers)).not.toThrow();
    }
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
    expect(() => new Webhook(generateSigningSecret()).verify(message().body, headers)).toThrow();
  });
});
