import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { explainSignature } from './explain-signature.ts';
import { generateSigningSecret } from './sign.ts';

const NOW = 1_763_629_200;
const [current, previous, other] = [
  generateSigningSecret(),
  generateSigningSecret(),
  generateSigningSecret(),
];
const secrets = [
  { secret: current, source: 'current' },
  { secret: previous, source: 'previous' },
  { secret: other, source: 'other endpoint' },
];
const body = '{"id":"evt_1","data":{"name":"Zoë","amount":42}}';

const sign = (secret: string, at = NOW, text = body) =>
  new Webhook(secret).sign('evt_1', new Date(at * 1_000), text);

function explain({
  signature = sign(current),
  timestamp = String(NOW),
  id = 'evt_1',
  text = body,
  sentBody = null,
}: {
  signature?: string;
  timestamp?: string;
  id?: string;
  text?: string;
  sentBody?: string | null;
}) {
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  };
  return explainSignature({ headers, body: text, sentBody }, secrets, NOW);
}

describe('the explanation of a signature', () => {
  it('confirms a request that the Standard Webhooks library signed', () => {
    expect(explain({})).toEqual({
      timestamp: { state: 'valid', ageSeconds: 0 },
      signatures: ['matched'],
      source: 'current',
      bodyChange: 'unchanged',
    });
  });

  it('finds no secret without an id or a signature', () => {
    expect(explain({ id: '' })).toMatchObject({ signatures: ['not_matched'], source: null });
    expect(explain({ signature: '' })).toMatchObject({ signatures: [], source: null });
  });

  it.each([
    ['', 'missing', null],
    ['2026-01-01', 'malformed', null],
    [`${NOW}000`, 'malformed', null],
    [`0${NOW}`, 'malformed', null],
    [String(NOW - 300), 'valid', 300],
    [String(NOW - 301), 'too_old', 301],
    [String(NOW + 300), 'valid', -300],
    [String(NOW + 301), 'too_new', -301],
  ])('finds the timestamp %j %s', (timestamp, state, ageSeconds) => {
    expect(explain({ timestamp }).timestamp).toEqual({ state, ageSeconds });
  });

  it('matches a signature whose timestamp is too old', () => {
    const at = NOW - 3_600;
    expect(explain({ timestamp: String(at), signature: sign(current, at) })).toMatchObject({
      timestamp: { state: 'too_old', ageSeconds: 3_600 },
      source: 'current',
    });
  });

  it.each([
    [previous, 'previous'],
    [other, 'other endpoint'],
  ])('finds another secret that signed', (secret, source) => {
    expect(explain({ signature: sign(secret) })).toMatchObject({
      source,
      bodyChange: 'unchanged',
    });
  });

  it('states which of the signatures matched, is malformed or has another version', () => {
    const signature = [
      sign(generateSigningSecret()),
      'v1a,abc',
      'v1,abc',
      't=1,v1=abc',
      sign(current),
    ].join(' ');
    expect(explain({ signature }).signatures).toEqual([
      'not_matched',
      'unsupported_version',
      'malformed',
      'malformed',
      'matched',
    ]);
  });

  it.each([
    ['whitespace_added', body, `${body}\n`],
    ['line_endings_changed', '{\r\n}', '{\n}'],
    ['line_endings_changed', '{\n}', '{\r\n}'],
    ['reformatted', body, JSON.stringify(JSON.parse(body), null, 2)],
    ['reformatted', body, body.replace('ë', '\\u00eb')],
    ['encoded_as_json_string', body, JSON.stringify(body)],
    ['decoded_as_latin1', body, Buffer.from(body).toString('latin1')],
  ])('detects a body that is %s', (bodyChange, signed, text) => {
    expect(explain({ signature: sign(current, NOW, signed), text })).toMatchObject({
      source: 'current',
      bodyChange,
    });
    // The sent body shows it too if no secret is known.
    const signature = sign(generateSigningSecret(), NOW, signed);
    expect(explain({ signature, text, sentBody: signed })).toMatchObject({
      source: null,
      bodyChange,
    });
  });

  it.each([
    ['edited', body.replace('42', '43')],
    ['edited', '[object Object]'],
    ['edited', '['.repeat(100_000)],
    ['edited', '['.repeat(60_000) + ']'.repeat(60_000)],
    ['emptied', ''],
  ])('finds a body %s that only the sent body explains', (bodyChange, text) => {
    expect(explain({ text, sentBody: body })).toMatchObject({ source: 'current', bodyChange });
  });

  it('finds no secret for another body, id or timestamp', () => {
    const changed = [
      { text: body.replace('42', '43') },
      { id: 'evt_2' },
      { timestamp: String(NOW + 1) },
    ];
    for (const input of changed) {
      expect(explain(input)).toMatchObject({
        signatures: ['not_matched'],
        source: null,
        bodyChange: null,
      });
    }
  });
});
