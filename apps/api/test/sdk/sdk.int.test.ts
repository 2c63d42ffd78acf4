import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPayments } from '../provider.ts';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '../../../..');
const sdk = join(repository, 'packages/sdk');
const pnpm = join(repository, 'node_modules/.bin/pnpm');
const flow = JSON.stringify(pathToFileURL(join(import.meta.dirname, 'flow.ts')).href);

const payments = await startPayments({
  workerEnv: { WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true' },
  api: { serve: (deps) => ({ deps: { ...deps, allowLoopbackWebhooks: true } }) },
});
const { merchant, url } = payments.api;

/** An empty project with the packed package, installed from its file. */
let project: string;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'parley-sdk-flow-'));
  const tarball = join(project, 'sdk.tgz');
  await run(pnpm, ['pack', '--out', tarball], { cwd: sdk });
  await writeFile(join(project, 'package.json'), '{"private":true}');
  await run(pnpm, ['add', '--offline', '--ignore-workspace', tarball], { cwd: project });
});
afterAll(async () => {
  await payments.stop();
  await rm(project, { recursive: true, force: true });
});

/** Runs a file of the project with the keys of a merchant, and returns what it prints. */
async function runFile(name: string, code: string): Promise<string> {
  await writeFile(join(project, name), code);
  const env = {
    PATH: process.env.PATH,
    PARLEY_API_URL: `${url}/v1`,
    PARLEY_SECRET_KEY: merchant.secretKey,
    PARLEY_PUBLISHABLE_KEY: merchant.publishableKey,
    PARLEY_SIGNING_SECRET: `whsec_${btoa('a test secret of some length')}`,
  };
  const { stdout } = await run(process.execPath, [join(project, name)], { env });
  return stdout;
}

const finish = '.then((result) => console.log(JSON.stringify(result)));';

it.each([
  [
    'as an ES module',
    'flow.mjs',
    `import * as sdk from '@parley/sdk';
     import { runFlow } from ${flow};
     runFlow(sdk)${finish}`,
  ],
  [
    'from CommonJS',
    'flow.cjs',
    `const sdk = require('@parley/sdk');
     import(${flow}).then(({ runFlow }) => runFlow(sdk))${finish}`,
  ],
])('the packed SDK creates, replays, lists, changes and receives, %s', async (_, name, code) => {
  expect(JSON.parse(await runFile(name, code))).toEqual({
    isReplayed: [false, true],
    isSame: true,
    listed: 2,
    isListed: true,
    cartVersions: [2, 2],
    total: '€39.00',
    conflict: [409, 'cart_version_conflict'],
    events: ['proxy_session.cart_updated', 'proxy_session.created', 'proxy_session.created'],
    refusal: 'wrong_signature',
  });
});

it('the code in the README of the SDK runs', async () => {
  const readme = await readFile(join(sdk, 'README.md'), 'utf8');
  const samples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
  const output = await runFile('readme.mts', samples.join('\n'));
  const lines = output.trim().split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/^Redirect the payer to https:\/\/pay\.test\/psess_/),
    'payer_handoff_pending prepare_provider',
    expect.stringMatching(/^\d+ (true|false)$/),
    expect.stringMatching(/^psess_\w+ false req_\w+ 200$/),
    '204',
    expect.stringMatching(/^listSubscriptions 1 200 req_\w+ [\d.]+ undefined$/),
  ]);
});
