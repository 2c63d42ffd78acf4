import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { webhooks } from '@parley/sdk';
import { expect, test } from '@playwright/test';
import { demo } from './demo.ts';

const run = promisify(execFile);
const command = join(import.meta.dirname, '../packages/cli/src/main.ts');

let folder: string;
let env: NodeJS.ProcessEnv;
let receiver: Server;
let forwardTo: string;
const listeners: ChildProcess[] = [];
/** What the server of the integrator received. */
let received: { url: string; headers: IncomingMessage['headers']; body: string }[];
let respond: (body: string) => { status: number; body: string };

const parley = async (...args: string[]) =>
  (await run(process.execPath, [command, ...args], { env })).stdout;
const getObject = (body: string) => JSON.parse(body).data.object;
const eventsOf = (id: string) =>
  received.filter(({ body }) => getObject(body).id === id).map(({ body }) => JSON.parse(body).type);

/** What the command has saved of its place in the stream. */
async function readPositions(): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('position-'));
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join();
}

/** Starts `parley listen`, and waits until it is connected. */
async function listen() {
  const args = [command, 'listen', '--forward-to', forwardTo];
  const child = spawn(process.execPath, args, { env });
  listeners.push(child);
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output.text += chunk;
    });
  }
  await expect.poll(() => output.text).toContain('Ready');
  return { child, output };
}

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-cli-'));
  env = { ...process.env, PARLEY_CONFIG_DIR: folder };
  received = [];
  respond = () => ({ status: 204, body: '' });
  receiver = createServer(async (request, response) => {
    const body = await text(request);
    const { url = '', headers } = request;
    received.push({ url, headers, body });
    const answer = respond(body);
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  forwardTo = `http://127.0.0.1:${address.port}/hooks?a=b`;
  const file = join(folder, 'demo.json');
  await writeFile(file, JSON.stringify(demo));
  await parley('login', '--demo', file);
});
test.afterEach(async () => {
  for (const child of listeners.splice(0)) child.kill('SIGKILL');
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

test('forwards signed events of triggered payments, those missed while killed, and resent ones', async () => {
  expect((await stat(join(folder, 'login.json'))).mode & 0o777).toBe(0o600);
  const first = await listen();
  const [, secret = ''] = /Signing secret: (\S+)/.exec(first.output.text) ?? [];
  const [id = ''] = (await parley('trigger', 'paid')).split('\n');
  await expect.poll(() => eventsOf(id)).toContain('proxy_session.paid');
  const paid = received.find(({ body }) => JSON.parse(body).type === 'proxy_session.paid');
  const event = JSON.parse(paid?.body ?? '');
  expect(paid?.url).toBe('/hooks?a=b');
  const { type } = await webhooks.verify(paid?.body ?? '', paid?.headers ?? {}, secret);
  expect(type).toBe('proxy_session.paid');
  await expect
    .poll(() => first.output.text)
    .toMatch(new RegExp(`204 .* ms  proxy_session.paid +${id}`));

  // A process that was killed within 200 ms of an event would repeat it.
  await expect.poll(readPositions).toContain(event.id);
  first.child.kill('SIGKILL');
  const [missed = ''] = (await parley('trigger', 'canceled')).split('\n');
  const second = await listen();
  await expect.poll(() => eventsOf(missed)).toContain('proxy_session.canceled');
  expect(second.output.text).toContain(secret);
  expect(eventsOf(id).filter((one) => one === 'proxy_session.paid')).toHaveLength(1);

  respond = () => ({ status: 500, body: 'no such order\n\u001b[2Jat line 3' });
  await parley('events', 'resend', event.id);
  await expect
    .poll(() => eventsOf(id).filter((one) => one === 'proxy_session.paid'))
    .toHaveLength(2);
  await expect
    .poll(() => second.output.text)
    .toMatch(/500 .* proxy_session\.paid .*\n +no such order\n +at line 3/);
});

const outcomes = {
  action_required: { current_acquisition_attempt: { status: 'action_required' } },
  conflicted: { status: 'payment_conflicted' },
  refunded: { payment_summary: { refunded_minor: 4500 } },
  taxed: { status: 'paid', final: { amount_minor: 5355 } },
};

for (const [scenario, outcome] of Object.entries(outcomes)) {
  test(`triggers the scenario ${scenario} of the provider simulator`, async () => {
    const [id = ''] = (await parley('trigger', scenario)).split('\n');
    await expect
      .poll(async () => JSON.parse(await parley('sessions', 'get', id)))
      .toMatchObject(outcome);
  });
}

test('creates, pays and lists sessions, and says how to fix a mistake', async () => {
  const created = await parley('sessions', 'create', '--amount', '12.50', '--json');
  const { id, handoff_url } = JSON.parse(created);
  expect(await parley('sessions', 'pay', handoff_url, '--card', 'insufficient_funds')).toContain(
    'The card was declined',
  );
  expect(await parley('sessions', 'pay', handoff_url)).toContain('The session is paid');
  expect(await parley('sessions', 'list')).toMatch(new RegExp(`${id}  paid +12\\.50 eur`));
  const listed = await parley('events', 'list', '--session', id, '--json');
  const types = listed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).type);
  expect(types[0]).toBe('proxy_session.paid');

  const fails = (...args: string[]) =>
    parley(...args).then(
      () => '',
      ({ code, stderr }) => `${code} ${stderr}`,
    );
  expect(await fails('trigger', 'payd')).toMatch(/^1 .*Allowed choices are paid, /s);
  expect(await fails('sessions', 'get', 'psess_1')).toMatch(/^1 .*\(request req_\w+\)/s);
  env = { ...env, PARLEY_SECRET_KEY: 'sk_test_wrong' };
  // The key may be that of another server than the login's.
  expect(await fails('events', 'list')).toMatch(/^1 Set both PARLEY_API_URL and/);
  env = { ...env, PARLEY_API_URL: demo.api_url };
  expect(await fails('events', 'list')).toMatch(/^1 .*Run "parley login"/s);
  env = { ...env, PARLEY_API_URL: 'http://127.0.0.1:9/v1' };
  expect(await fails('events', 'list')).toMatch(/^1 .*Check that the API is running/s);
});
