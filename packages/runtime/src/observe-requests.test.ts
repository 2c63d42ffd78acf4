import { createMetrics } from '@parley/telemetry';
import { startServer } from '@parley/testing';
import { afterAll, expect, it } from 'vitest';
import { createRequestObserver } from './observe-requests.ts';

const TOKEN = 'scrape-me-if-you-can';
const observe = createRequestObserver({
  telemetry: { metrics: createMetrics('checkout'), tracing: undefined, exportLine: undefined },
  token: TOKEN,
  getRoute: (path) => (path.startsWith('/psess_') ? '/[session_id]' : 'other'),
});
const { url, stop } = await startServer((request, response) =>
  observe?.(request, response, () => {
    const { url = '' } = request;
    if (url.endsWith('/events')) response.setHeader('content-type', 'text/event-stream');
    response.writeHead(url.includes('fail') ? 503 : url === '/metrics' ? 404 : 200).end('page');
  }),
);
afterAll(stop);

const scrape = (authorization?: string) =>
  fetch(`${url}/metrics`, authorization === undefined ? {} : { headers: { authorization } });

it('counts requests by route and class of the status, without event streams', async () => {
  for (const path of ['/psess_1?pk=pk_1', '/psess_2', '/psess_3?fail', '/psess_1/events', '/a'])
    await (await fetch(url + path)).text();
  const text = await (await scrape(`Bearer ${TOKEN}`)).text();
  const counts = text.match(/^parley_web_request_duration_seconds_count.*$/gm);
  expect(counts).toEqual([
    'parley_web_request_duration_seconds_count{process="checkout",route="/[session_id]",status="2xx"} 2',
    'parley_web_request_duration_seconds_count{process="checkout",route="/[session_id]",status="5xx"} 1',
    'parley_web_request_duration_seconds_count{process="checkout",route="other",status="2xx"} 1',
  ]);
});

it.each([undefined, 'Bearer ', 'Bearer undefined', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`])(
  'serves no metrics for the authorization %s, but the page of that path',
  async (authorization) => {
    const response = await scrape(authorization);
    expect([response.status, await response.text()]).toEqual([404, 'page']);
  },
);

it('does nothing in a process without metrics', () => {
  const telemetry = { metrics: undefined, tracing: undefined, exportLine: undefined };
  const options = { telemetry, token: undefined, getRoute: () => 'other' };
  expect(createRequestObserver(options)).toBeUndefined();
});
