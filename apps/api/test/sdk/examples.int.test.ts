import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { webhooks } from '@parley/sdk';
import { waitFor } from '@parley/testing';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { startApi } from '../api.ts';

const api = await startApi();
afterAll(() => api.stop());

const examples = join(import.meta.dirname, '../../../../examples');
const signingSecret = `whsec_${btoa('a test secret of some length')}`;

const next = join('node_modules', 'next', 'dist', 'bin', 'next');
/** The command of each example, without Node. */
const commands = {
  express: ['src/main.ts'],
  fastify: ['src/main.ts'],
  hono: ['src/main.ts'],
  next: [next, 'dev', '--hostname', '127.0.0.1', '--port', '0'],
};
type Example = keyof typeof commands;

/** Starts an example as its own process. Returns its URL and output. */
async function startExample(name: Example) {
  const child = spawn(process.execPath, commands[name], {
    cwd: join(examples, name),
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      NEXT_TELEMETRY_DISABLED: '1',
      PARLEY_API_URL: `${api.url}/v1`,
      PARLEY_SECRET_KEY: api.merchant.secretKey,
      PARLEY_PUBLISHABLE_KEY: api.merchant.publishableKey,
      PARLEY_SIGNING_SECRET: signingSecret,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  onTestFinished(async () => {
    child.kill();
    await once(child, 'exit');
  });
  const url = await waitFor(() => /http:\S+/.exec(output)?.[0] ?? false, {
    what: `${name} to listen`,
  });
  return { url, read: () => output };
}

it.each(Object.keys(commands) as Example[])(
  'the example with %s takes an order and a webhook',
  async (name) => {
    const { url, read } = await startExample(name);
    const json = { 'content-type': 'application/json' };
    const post = (path: string, body: string, headers: Record<string, string> = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { ...json, ...headers },
        body,
        redirect: 'manual',
      });

    const order = JSON.stringify({ id: `${name}-1` });
    const [first, again] = [await post('/orders', order), await post('/orders', order)];
    expect([first.status, again.status]).toEqual([303, 303]);
    const location = first.headers.get('location') ?? '';
    expect(again.headers.get('location')).toBe(location);
    const id = new URL(location).pathname.slice(1);
    const session = (await api.get(`/proxy_sessions/${id}/merchant`)).body;
    expect(session).toMatchObject({ amount_minor: 2790, metadata: { order_id: `${name}-1` } });

    const body = JSON.stringify(
      { id: 'evt_1', type: 'proxy_session.paid', data: { object: session } },
      null,
      1,
    );
    const signed = await webhooks.sign({ id: 'evt_1', body, secrets: signingSecret });
    const wrong = await webhooks.sign({ id: 'evt_1', body, secrets: `whsec_${btoa('other')}` });
    expect((await post('/webhooks/parley', body, wrong)).status).toBe(400);
    expect((await post('/webhooks/parley', body)).status).toBe(400);
    expect(read()).not.toContain('is paid');
    expect((await post('/webhooks/parley', body, signed)).status).toBe(204);
    expect(read()).toContain(`Order ${name}-1 is paid.`);
  },
);
