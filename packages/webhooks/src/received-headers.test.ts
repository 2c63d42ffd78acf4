import { describe, expect, it } from 'vitest';
import { parseHeaders } from './received-headers.ts';

const headers = {
  'webhook-id': 'evt_1',
  'webhook-timestamp': '1763629200',
  'webhook-signature': 'v1,aa= v1,bb=',
};

describe('the headers of a webhook', () => {
  it.each([
    [
      'lines of HTTP',
      'POST /hooks HTTP/1.1\r\nHost: shop.example\r\nWebhook-Id: evt_1\r\nwebhook-timestamp: 1763629200\r\nWEBHOOK-SIGNATURE:  v1,aa= v1,bb= \r\n',
    ],
    ['JSON', JSON.stringify({ host: 'shop.example', ...headers })],
    [
      'an object that Node.js prints',
      "{\n  host: 'shop.example',\n  'webhook-id': 'evt_1',\n  'webhook-timestamp': '1763629200',\n  'webhook-signature': 'v1,aa= v1,bb='\n}",
    ],
    [
      'options of curl',
      "curl -H 'Host: shop.example' -H 'webhook-id: evt_1' -H 'webhook-timestamp: 1763629200' \\\n -H \"webhook-signature: v1,aa= v1,bb=\"",
    ],
    [
      'JSON with arrays and numbers',
      '{\n"webhook-id": ["evt_1"],\n"webhook-timestamp": 1763629200,\n"webhook-signature": ["v1,aa= v1,bb="]\n}',
    ],
  ])('are read from %s', (_form, text) => {
    expect(parseHeaders(text)).toEqual({ headers, renamed: [] });
  });

  it('are read from the variables of a CGI program, which renames them', () => {
    const text =
      '[HTTP_WEBHOOK_ID] => evt_1\n[HTTP_WEBHOOK_TIMESTAMP] => 1763629200\nwebhook-signature: v1,aa= v1,bb=';
    expect(parseHeaders(text)).toEqual({
      headers,
      renamed: ['HTTP_WEBHOOK_ID', 'HTTP_WEBHOOK_TIMESTAMP'],
    });
  });

  it('are empty if the text does not have them', () => {
    const text = 'x-webhook-id: evt_2\nwebhook-id-2: evt_3\nwebhook-timestamp:\nwebhook-id: evt_1';
    expect(parseHeaders(text).headers).toEqual({
      'webhook-id': 'evt_1',
      'webhook-timestamp': '',
      'webhook-signature': '',
    });
  });
});
