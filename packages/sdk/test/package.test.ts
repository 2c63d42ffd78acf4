import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VERSION } from '../src/version.ts';

const run = promisify(execFile);
const source = join(import.meta.dirname, '..');
const repository = join(source, '..', '..');
const bin = (folder: string, name: string) => join(folder, 'node_modules', '.bin', name);
const pnpm = bin(repository, 'pnpm');

/** An empty project of an integrator, with the packed package installed from its file. */
let project: string;
let tarball: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'parley-sdk-'));
  tarball = join(project, 'sdk.tgz');
  await run(pnpm, ['pack', '--out', tarball], { cwd: source });
  await writeFile(join(project, 'package.json'), '{"private":true}');
  await run(pnpm, ['add', '--offline', '--ignore-workspace', tarball], { cwd: project });
  await mkdir(join(project, 'node_modules', '@types'));
  const types = join('node_modules', '@types', 'node');
  await symlink(join(source, types), join(project, types), 'junction');
});
afterAll(() => rm(project, { recursive: true, force: true }));

const exported = [
  'ApiError',
  'AuthenticationError',
  'ConflictError',
  'ConnectionError',
  'InvalidRequestError',
  'NotFoundError',
  'Parley',
  'ParleyError',
  'PermissionError',
  'RateLimitError',
  'ServerError',
  'TimeoutError',
  'WebhookVerificationError',
  'money',
  'webhooks',
];

test.each([
  ['an ES module', 'index.mjs', "import * as sdk from '@parley/sdk';"],
  ['CommonJS', 'index.cjs', "const sdk = require('@parley/sdk');"],
])('the packed package exports the same from %s', async (_, name, load) => {
  const file = join(project, name);
  await writeFile(file, `${load}\nconsole.log(Object.keys(sdk).sort().join());`);
  const { stdout } = await run(process.execPath, [file]);
  expect(stdout.trim()).toBe(exported.join());
});

test('the packed package depends on nothing, and has the version that it sends', async () => {
  const installed = join(project, 'node_modules', '@parley', 'sdk');
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  expect(manifest.version).toBe(VERSION);
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).not.toHaveProperty('peerDependencies');
  expect((await readdir(installed)).sort()).toEqual(['README.md', 'dist', 'package.json']);
});

const usage = `import {
  ApiError, money, Parley, type ParleyEvent, type ProxySessionMerchantView, webhooks,
} from '@parley/sdk';

type Equals<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Assert<Condition extends true> = Condition;

const parley = new Parley({ apiKey: 'sk_test_1', baseUrl: 'https://api.example/v1' });

export async function use(id: string): Promise<void> {
  const session = await parley.sessions.retrieve(id);
  if (session.status === 'paid') session.cart_snapshot satisfies Record<string, unknown>;
  // A later version may have further values.
  session.status = 'a_new_status';
  // @ts-expect-error: a request has the known values only.
  parley.sessions.list({ status: 'a_new_status' });
  // @ts-expect-error: currency is missing.
  parley.sessions.create({ amount_minor: 1, buyer_reference: 'b', cart_snapshot: {} });
  // @ts-expect-error: amounts are numbers.
  parley.sessions.list({ limit: '1' });
  for await (const attention of parley.subscriptions.list()) attention.items satisfies unknown[];
  const { data, isReplayed } = await parley.sessions.cancel(id).withResponse();
  [data.status, isReplayed] satisfies [string, boolean];
  money.format(session, 'en') satisfies string;
  const promise: Promise<ProxySessionMerchantView> = parley.sessions.retrieve(id);
  await promise.catch((error) => error instanceof ApiError && error.code === 'not_found');
}

export function handle(event: ParleyEvent): string {
  switch (event.type) {
    case 'proxy_session.paid':
      return event.data.object.payment_summary.status;
    case 'payment.refunded':
      return String(event.data.object.refunded_minor);
    default:
      return event.id;
  }
}

export type Assertions = [
  Assert<Equals<Awaited<ReturnType<typeof webhooks.verify>>, ParleyEvent>>,
  Assert<Equals<ProxySessionMerchantView['amount_minor'], number>>,
];
`;

const compilers = {
  '5.4': join(source, 'node_modules', 'typescript-5.4', 'bin', 'tsc'),
  newest: join(repository, 'node_modules', 'typescript', 'bin', 'tsc'),
};

async function compile(name: keyof typeof compilers, options: object, files: readonly string[]) {
  const compilerOptions = { strict: true, noEmit: true, target: 'es2022', ...options };
  const config = join(project, `tsconfig-${name}-${files.length}.json`);
  await writeFile(config, JSON.stringify({ compilerOptions, files }));
  const args = [compilers[name], '--project', config];
  const { stdout } = await run(process.execPath, args, { cwd: project }).catch((error) => error);
  return stdout;
}

test.each(Object.keys(compilers) as (keyof typeof compilers)[])(
  'the types of the packed package serve ES modules and CommonJS, with TypeScript %s',
  async (name) => {
    await writeFile(join(project, 'usage.mts'), usage);
    await writeFile(join(project, 'usage.cts'), usage);
    // Without those of Node, so the declarations of the package itself can be checked too.
    const options = { module: 'node16', lib: ['es2022', 'dom', 'dom.iterable'], types: [] };
    const strictest = {
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipDefaultLibCheck: true,
    };
    const files = ['usage.mts', 'usage.cts'];
    expect(await compile(name, { ...options, ...strictest }, files)).toBe('');
  },
);

test('the code in README.md compiles as one module', async () => {
  const readme = await readFile(join(source, 'README.md'), 'utf8');
  const samples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
  expect(samples.length).toBeGreaterThan(7);
  await writeFile(join(project, 'readme.mts'), samples.join('\n'));
  const options = { module: 'nodenext', lib: ['es2024'], types: ['node'], skipLibCheck: true };
  expect(await compile('newest', options, ['readme.mts'])).toBe('');
});

describe('the size', () => {
  const MAX_BYTES = 12 * 1024;

  test.each(['esm', 'cjs'])('of the code is at most 12 KiB compressed: %s', async (format) => {
    const folder = join(source, 'dist', format);
    const files = (await readdir(folder)).filter((name) => name.endsWith('.js'));
    const code = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
    expect(gzipSync(code.join('')).length).toBeLessThan(MAX_BYTES);
    expect(code.join('')).not.toMatch(/node:|\bprocess\b|\bBuffer\b/);
  });

  const parts = { client: '/proxy_sessions', webhooks: 'whsec_', money: 'jpy' };

  test.each([
    ['Parley', 'client', 4750],
    ['webhooks', 'webhooks', 2000],
    ['money', 'money', 2000],
  ] as const)('of a bundle with %s only is that of its part', async (name, part, maxBytes) => {
    const { outputFiles } = await build({
      stdin: { contents: `export { ${name} } from '@parley/sdk';`, resolveDir: project },
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
    });
    const text = outputFiles[0]?.text ?? '';
    const found = Object.entries(parts).filter(([, mark]) => text.includes(mark));
    expect(found.map(([key]) => key)).toEqual([part]);
    expect(gzipSync(text).length).toBeLessThan(maxBytes);
  });
});

test('publint and Are the types wrong find no problem in the packed package', async () => {
  const data = await readFile(tarball);
  const tarballData = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
  const { messages } = await publint({ pack: { tarball: tarballData }, strict: true });
  expect(messages).toEqual([]);
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(data)));
  expect('problems' in analysis ? analysis.problems : analysis).toEqual([]);
});
