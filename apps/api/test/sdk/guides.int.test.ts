import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { Script } from 'node:vm';
import { webhooks } from '@parley/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPayments } from '../provider.ts';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '../../../..');
const guides = globSync(join(repository, 'docs/guides/*.md')).sort();
const openapi = JSON.parse(readFileSync(join(repository, 'docs/openapi.json'), 'utf8'));

/** The code blocks of a guide in a language, in order. */
function readBlocks(guide: string, language: string): readonly string[] {
  const text = readFileSync(guide, 'utf8');
  const fence = new RegExp(`^ *\`\`\`${language}\\n(.*?)^ *\`\`\`$`, 'gms');
  return [...text.matchAll(fence)].map(([, code = '']) => code);
}

/** Each guide with its blocks of a language, for the guides that have some. */
const guidesWith = (language: string) =>
  guides
    .map((guide) => ({ name: basename(guide), blocks: readBlocks(guide, language) }))
    .filter(({ blocks }) => blocks.length > 0);

const payments = await startPayments({
  workerEnv: { WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true' },
  api: { serve: (deps) => ({ deps: { ...deps, allowLoopbackWebhooks: true } }) },
});

/** A project of an integrator, whose requests to the provider reach the simulator. */
let project: string;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'parley-guides-'));
  const modules = join(project, 'node_modules');
  await mkdir(join(modules, '@parley'), { recursive: true });
  await symlink(join(repository, 'packages/sdk'), join(modules, '@parley/sdk'), 'junction');
  const { port } = new URL(payments.account.apiUrl);
  await mkdir(join(modules, 'stripe'));
  await writeFile(
    join(modules, 'stripe/index.mjs'),
    `import Stripe from ${JSON.stringify(import.meta.resolve('stripe'))};
     const simulator = { host: '127.0.0.1', port: ${port}, protocol: 'http', telemetry: false };
     export default class extends Stripe {
       constructor(key, options) { super(key, { ...options, ...simulator }); }
     }`,
  );
  await writeFile(
    join(modules, 'stripe/package.json'),
    '{"name":"stripe","type":"module","exports":"./index.mjs"}',
  );
});
afterAll(async () => {
  await payments.stop();
  await rm(project, { recursive: true, force: true });
});

/** Statements that print, with what they print in a comment. */
const printing = {
  js: /^ *console\.log\(.*\); \/\/ (.+)$/gm,
  python: /^ *print\(.*\) {2}# (.+)$/gm,
};

/** The lines that the code prints according to its comments, with "…" for any text. */
const readExpectedOutput = (code: string, language: keyof typeof printing): readonly RegExp[] =>
  [...code.matchAll(printing[language])].map(([, line = '']) => {
    const escaped = line.replaceAll(/[$()*+./?[\\\]^{|}]/g, '\\$&');
    return new RegExp(`^${escaped.replaceAll('…', '.*')}$`);
  });

test.each(guidesWith('js'))('the code of $name runs as one module', async ({ name, blocks }) => {
  const { api, account } = payments;
  const code = blocks.join('\n');
  const file = join(project, `${name}.mjs`);
  await writeFile(file, code);
  const env = {
    PATH: process.env.PATH,
    PARLEY_API_URL: `${api.url}/v1`,
    PARLEY_SECRET_KEY: api.merchant.secretKey,
    PARLEY_PUBLISHABLE_KEY: api.merchant.publishableKey,
    PARLEY_SIGNING_SECRET: `whsec_${btoa('a test secret of some length')}`,
    STRIPE_SECRET_KEY: account.secretKey,
    SANDBOX_URL: account.apiUrl,
  };
  const args = ['--disable-warning=ExperimentalWarning', file];
  const { stdout } = await run(process.execPath, args, { env, timeout: 150_000 });
  const lines = stdout.split('\n').slice(0, -1);
  expect(lines).toEqual(readExpectedOutput(code, 'js').map((line) => expect.stringMatching(line)));
});

const hasPython = await run('python3', ['--version']).then(
  () => true,
  () => false,
);
// The product does not need Python, so a machine may have none.
test.skipIf(!hasPython).each(guidesWith('python'))(
  'the Python code of $name runs',
  async ({ blocks }) => {
    const code = blocks.join('\n');
    const { stdout } = await run('python3', ['-c', code]);
    const expected = readExpectedOutput(code, 'python');
    expect(expected.length).toBeGreaterThan(0);
    const lines = stdout.split('\n').slice(0, -1);
    expect(lines).toEqual(expected.map((line) => expect.stringMatching(line)));
  },
);

test('the test vector of webhooks.md is what Parley signs', async () => {
  const [code = ''] = readBlocks(join(repository, 'docs/guides/webhooks.md'), 'python');
  const read = (pattern: RegExp) => pattern.exec(code)?.[1] ?? '';
  const headers = await webhooks.sign({
    secrets: read(/^secret = "(.+)"$/m),
    id: read(/"webhook-id": "(.+)"/),
    timestamp: Number(read(/"webhook-timestamp": "(.+)"/)),
    body: read(/^body = b'(.+)'$/m),
  });
  expect(headers['webhook-signature']).toBe(read(/"webhook-signature": "(.+)"/));
});

test.each(guidesWith('json'))('the JSON of $name is valid', ({ blocks }) => {
  for (const block of blocks) expect(() => JSON.parse(block)).not.toThrow();
});

test.each(guidesWith('html'))('the scripts in the HTML of $name can be parsed', ({ blocks }) => {
  const scripts = blocks.flatMap((block) => [...block.matchAll(/<script[^>]*>(.*?)<\/script>/gs)]);
  for (const [, code = ''] of scripts) expect(() => new Script(code)).not.toThrow();
});

const operations = Object.entries<object>(openapi.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({
    method: method.toUpperCase(),
    path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  })),
);

/** The request of a curl command to the API; null for one to another server. */
function readRequest(command: string) {
  const [, path] = /(?:\$PARLEY_API_URL|localhost:4000\/v1)(\/[^\s"'?]*)/.exec(command) ?? [];
  if (path === undefined) return null;
  const [, method = / -(?:d|-data)\b/.test(command) ? 'POST' : 'GET'] =
    / -(?:X|-request) (\w+)/.exec(command) ?? [];
  return { method, path };
}

test.each(guidesWith('sh'))('the requests of $name exist', ({ blocks }) => {
  const commands = blocks
    .flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'))
    .filter((line) => /\bcurl\b/.test(line));
  const unknown = commands
    .map(readRequest)
    .filter((request) => request !== null)
    .filter(
      (request) =>
        !operations.some(
          ({ method, path }) => method === request.method && path.test(request.path),
        ),
    );
  expect(unknown).toEqual([]);
});
