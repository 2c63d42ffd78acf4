import { expect, it } from 'vitest';
import { translator } from '#test/translator.ts';
import type { Event } from './endpoint-types.ts';
import { formatRequest } from './format-request.ts';

it('formats the request of a delivery with its headers and the indented body', () => {
  const event = { id: 'evt_1', type: 'proxy_session.paid' } as Event;
  const url = 'https://shop.example/webhooks';
  expect(formatRequest(translator('deliveries'), url, event).split('\n')).toEqual([
    'POST https://shop.example/webhooks',
    'content-type: application/json; charset=utf-8',
    'user-agent: Parley-Webhooks/1.0',
    'webhook-id: evt_1',
    'webhook-timestamp: <Unix time of the attempt>',
    'webhook-signature: v1,<signature of the id, timestamp and body>',
    '',
    '{',
    '  "id": "evt_1",',
    '  "type": "proxy_session.paid"',
    '}',
  ]);
});
