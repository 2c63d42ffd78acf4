import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitFor } from '@parley/testing';
import { afterAll, expect, it } from 'vitest';
import { order, startApi } from '../api.ts';

const run = promisify(execFile);
const command = join(import.meta.dirname, '../../../../packages/cli/src/main.ts');

const api = await startApi({ serve: () => ({ requestLog: true }) });
const folder = await mkdtemp(join(tmpdir(), 'parley-cli-'));
const env = {
  PATH: process.env.PATH,
  PARLEY_CONFIG_DIR: folder,
  PARLEY_API_URL: `${api.url}/v1`,
  PARLEY_SECRET_KEY: api.merchant.secretKey,
  PARLEY_PUBLISHABLE_KEY: api.merchant.publishableKey,
  PARLEY_DASHBOARD_URL: 'https://dashboard.test/',
  PARLEY_CHECKOUT_URL: 'https://pay.test',
};
const started: ChildProcess[] = [];
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await api.stop();
  await rm(folder, { recursive: true, force: true });
});

const parley = async (...args: string[]) =>
  (await run(process.execPath, [command, ...args], { env })).stdout;

/** Starts a command that runs until it is stopped. */
function start(...args: string[]) {
  const child = spawn(process.execPath, [command, ...args], { env });
  started.push(child);
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output.out += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output.err += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, output, ended };
}

const refuse = async (amount_minor: number) =>
  (await api.post('/proxy_sessions', { ...order, amount_minor })).headers.get('x-request-id') ?? '';
const getLine = (id: string) =>
  new RegExp(`^\\S+ {2}POST.*/v1/proxy_sessions .* ms {2}${id}$`, 'm');

it('parley requests follows the log once each and in order, shows a request, and ends with 0', async () => {
  const filtered: string[] = [];
  api.server.on('request', ({ url = '' }) => {
    if (url.includes('status=4xx')) filtered.push(url);
  });
  const earlier = await refuse(-1);
  await waitFor(async () => (await parley('requests', 'list')).includes(earlier));
  const all = start('requests', 'list', '--follow');
  const failed = start('requests', 'tail', '--status', '4xx', '--json');
  await waitFor(() => all.output.err.includes('Ready') && failed.output.err.includes('Ready'));
  const { id } = (await api.post('/proxy_sessions', order)).body;
  const refused = [await refuse(-2), await refuse(-3)];
  await waitFor(() => getLine(refused[1] ?? '').test(all.output.out));
  await waitFor(() => failed.output.out.includes(refused[1] ?? ''));
  const lines = failed.output.out.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).id)).toEqual([earlier, ...refused]);
  // Later reads examine new requests only, which the command filters.
  expect(filtered).toEqual(['/v1/requests?status=4xx&limit=100']);
  const printed = all.output.out.trim().split('\n');
  expect(printed).toHaveLength(4);
  expect(printed[1]).toMatch(/ 200 {2}\d+ ms /);
  expect(printed[2]).toMatch(/ 400 {2}invalid_request {2}\d+ ms /);
  const { request_body } = JSON.parse(await parley('requests', 'get', earlier));
  expect(request_body.buyer_reference).toBe('[redacted]');
  for (const { child } of [all, failed]) child.kill('SIGINT');
  expect([await all.ended, await failed.ended]).toEqual([0, 0]);

  const open = async (...args: string[]) => (await parley('open', ...args, '--print')).trim();
  expect(await open(id)).toBe(`https://pay.test/${id}?pk=${api.merchant.publishableKey}`);
  expect(await open(earlier)).toBe(`https://dashboard.test/test/developers/requests/${earlier}`);
});
