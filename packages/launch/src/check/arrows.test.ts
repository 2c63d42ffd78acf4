import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { repository } from '../repository.ts';
import { type ArrowReport, checkArrows } from './arrows.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-arrows-'));
  for (const folder of ['apps', 'packages', 'e2e']) await mkdir(join(directory, folder));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function write(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
}

/** A workspace package as pnpm lays it: a link in the importer's own node_modules. */
async function link(from: string, name: string): Promise<void> {
  const folder = join(directory, from, 'node_modules', '@parley');
  await mkdir(folder, { recursive: true });
  await symlink(join(directory, 'packages', name), join(folder, name));
}

async function room(name: string, uses: readonly string[], files: Record<string, string>) {
  const dependencies = Object.fromEntries(uses.map((use) => [`@parley/${use}`, 'workspace:*']));
  const exports = { '.': './src/index.ts' };
  const manifest = JSON.stringify({
    name: `@parley/${name}`,
    type: 'module',
    exports,
    dependencies,
  });
  const folder = `packages/${name}`;
  await write({ [`${folder}/package.json`]: manifest, [`${folder}/src/index.ts`]: 'export {};\n' });
  await write(Object.fromEntries(Object.entries(files).map(([p, t]) => [`${folder}/${p}`, t])));
  for (const use of uses) await link(folder, use);
}

async function app(name: string, uses: readonly string[], files: Record<string, string>) {
  await write({ [`apps/${name}/package.json`]: JSON.stringify({ name: `@parley/${name}` }) });
  await write(Object.fromEntries(Object.entries(files).map(([p, t]) => [`apps/${name}/${p}`, t])));
  for (const use of uses) await link(`apps/${name}`, use);
}

const check = (): Promise<ArrowReport> =>
  checkArrows(directory, join(repository, '.dependency-cruiser.mjs'));

async function rulesBroken(): Promise<string[]> {
  const { violations } = await check();
  return violations.flatMap((line) => /\(([a-z-]+)\)/.exec(line)?.[1] ?? []);
}

test('an allowed arrow is seen and let pass', async () => {
  await room('domain', [], { 'src/index.ts': 'export const one: number = 1;\n' });
  await room('contract', ['domain'], {
    'src/index.ts': "import { one } from '@parley/domain';\nexport const two: number = one + 1;\n",
  });
  expect(await check()).toEqual({ violations: [], modules: 2, crossings: 1 });
});

test('an arrow that points up is refused, for types too', async () => {
  await room('operations', [], { 'src/index.ts': 'export interface Up { a: 1 }\n' });
  await room('db', ['operations'], {
    'src/a.ts': "import type { Up } from '@parley/operations';\nexport type Down = Up;\n",
  });
  expect(await rulesBroken()).toEqual(['arrows-of-db']);
});

test('the domain may not even ask the system', async () => {
  await room('domain', [], {
    'src/index.ts': "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n",
  });
  expect(await rulesBroken()).toEqual(['domain-is-pure']);
});

test('another package is entered by its exports only', async () => {
  await room('domain', [], { 'src/inner.ts': 'export const inner = 1;\n' });
  await room('contract', [], {
    'src/index.ts': "export { inner } from '../../domain/src/inner.ts';\n",
  });
  expect(await rulesBroken()).toEqual(['no-deep-imports']);
});

test('apps stand alone', async () => {
  await app('api', [], { 'src/main.ts': "export { a } from '../../worker/src/main.ts';\n" });
  await app('worker', [], { 'src/main.ts': 'export const a = 1;\n' });
  expect(await rulesBroken()).toContain('apps-stand-alone');
});

test('the payer app reaches no merchant procedure, however long the way', async () => {
  await room('router', [], {
    'src/index.ts': "export { hop } from './hop.ts';\n",
    'src/hop.ts': "import { create } from './merchant/create.ts';\nexport const hop = create;\n",
    'src/merchant/create.ts': 'export const create = 1;\n',
  });
  await app('checkout', ['router'], { 'src/page.ts': "export { hop } from '@parley/router';\n" });
  expect(await rulesBroken()).toEqual(['payer-cannot-name-a-merchant-procedure']);
});

test('a circle, a test room in what ships, an unresolved import, tRPC where it does not belong', async () => {
  await room('testing', [], {});
  await room('operations', ['testing'], {
    'src/a.ts': "import './b.ts';\nimport '@parley/testing';\nexport const a = 1;\n",
    'src/b.ts':
      "import './a.ts';\nimport './nowhere.ts';\nimport { TRPCError } from '@trpc/server';\nexport const b = TRPCError;\n",
    'src/a.test.ts': "import '@parley/testing';\n",
    'node_modules/@trpc/server/package.json': '{"name":"@trpc/server","main":"index.js"}',
    'node_modules/@trpc/server/index.js': 'export class TRPCError {}\n',
  });
  const broken = await rulesBroken();
  for (const rule of ['no-cycles', 'no-unresolvable', 'trpc-in-router-and-apps-only']) {
    expect(broken).toContain(rule);
  }
  expect(broken.filter((rule) => rule === 'testing-in-tests-only')).toHaveLength(1);
});
