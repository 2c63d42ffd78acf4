import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { startServer, waitFor } from '@parley/testing';
import { afterAll, expect, it } from 'vitest';
import { order, startApi } from '../api.ts';

const api = await startApi({ serve: () => ({ requestLog: true }) });
const docs = await startServer((request, response) => {
  const isFound = request.url === '/docs/llms-full.txt';
  response
    .writeHead(isFound ? 200 : 404)
    .end('# Webhooks\nVerify each delivery.\n# Money\nMinor units.');
});
const clients: Client[] = [];
afterAll(async () => {
  for (const client of clients) await client.close();
  await docs.stop();
  await api.stop();
});

/** Starts the server, and returns a function that calls a tool. What it returns never has the key. */
async function connect(env: Record<string, string> = {}) {
  const main = join(import.meta.dirname, '../../../../packages/mcp/src/main.ts');
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main],
    env: {
      PATH: process.env.PATH ?? '',
      PARLEY_API_URL: `${api.url}/v1`,
      PARLEY_SECRET_KEY: api.merchant.secretKey,
      PARLEY_PUBLISHABLE_KEY: api.merchant.publishableKey,
      PARLEY_DOCS_URL: `${docs.url}/docs/`,
      ...env,
    },
  });
  const client = new Client({ name: 'test', version: '1' });
  clients.push(client);
  await client.connect(transport);
  const call = async (name: string, input: Record<string, unknown>) => {
    const { content, isError = false } = await client.callTool({ name, arguments: input });
    const [{ text } = { text: '' }] = content as { text: string }[];
    expect(text).not.toContain(api.merchant.secretKey);
    return { text, isError };
  };
  const read = async (name: string, input: Record<string, unknown> = {}) => {
    const { text, isError } = await call(name, input);
    expect([text, isError]).toEqual([text, false]);
    return JSON.parse(text);
  };
  return { client, call, read };
}

it('tools create a test session, and read sessions, events and requests', async () => {
  const { client, read } = await connect();
  const { tools } = await client.listTools();
  const writing = tools.filter(({ annotations }) => !annotations?.readOnlyHint);
  expect(writing.map(({ name }) => name)).toEqual(['create_test_session']);
  const undescribed = tools.filter(({ description }) => !description);
  expect(undescribed).toEqual([]);

  const input = { amount_minor: 4200, currency: 'eur', name: 'Filter coffee' };
  const { id, handoff_url } = await read('create_test_session', input);
  expect(handoff_url).toContain(`${id}?pk=pk_test_`);
  expect((await read('get_session', { id })).cart_snapshot.lines[0].name).toBe('Filter coffee');
  await api.post('/proxy_sessions', order);
  const first = await read('list_sessions', { limit: 1 });
  const second = await read('list_sessions', { limit: 1, cursor: first.next_cursor });
  expect(second.data).toMatchObject([{ id, amount_minor: 4200, status: 'payer_handoff_pending' }]);
  const { data: events } = await read('list_events', { proxy_session_id: id });
  expect(events.at(-1)).toMatchObject({ type: 'proxy_session.created' });
  expect((await read('get_event', { id: events.at(-1).id })).event.data.object.id).toBe(id);

  const refused = await api.post('/proxy_sessions', { ...order, amount_minor: -1 });
  const request = refused.headers.get('x-request-id') ?? '';
  await waitFor(async () => {
    const { data } = await read('list_requests', { status: '4xx' });
    return data.some((one: { id: string }) => one.id === request);
  });
  const { response_body } = (await read('get_request', { id: request })).request;
  expect(response_body.error.code).toBe('invalid_request');
});

it('errors say what to do, results are bounded, and the key is redacted', async () => {
  const { call } = await connect();
  const missing = await call('get_session', { id: 'psess_1' });
  expect(missing.isError).toBe(true);
  expect(missing.text).toMatch(/ \(not_found, request req_\w+\)$/);
  const unknown = await call('list_sessions', { state: 'paid' });
  expect(unknown.isError).toBe(true);
  expect(unknown.text).toContain('state');

  const cart_snapshot = { note: api.merchant.secretKey, text: 'x'.repeat(100_000) };
  const { id } = (await api.post('/proxy_sessions', { ...order, cart_snapshot })).body;
  const { text } = await call('get_session', { id });
  expect(text).toContain('[redacted]');
  expect(text).toMatch(/\n… cut: 20000 of \d{6} characters$/);
  expect(text.length).toBeLessThan(20_100);

  const away = await connect({ PARLEY_API_URL: 'http://127.0.0.1:9/v1' });
  expect(await away.call('list_events', {})).toEqual({
    text: 'The API does not respond. Check that it is running, and PARLEY_API_URL.',
    isError: true,
  });
});

it('search_docs returns sections of llms-full.txt, and says when there is none', async () => {
  const { call } = await connect();
  expect(await call('search_docs', { query: 'verify webhooks' })).toEqual({
    text: '## Webhooks\nVerify each delivery.',
    isError: false,
  });
  const wrong = await connect({ PARLEY_DOCS_URL: docs.url });
  expect(await wrong.call('search_docs', { query: 'money' })).toEqual({
    text: `The documentation at ${docs.url}/llms-full.txt cannot be read: it responded with 404. Check PARLEY_DOCS_URL.`,
    isError: true,
  });
});
