import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands, repository } from './repository.ts';

const run = promisify(execFile);
let directory: string;

const startsPostgres = "import '../../../packages/launch/src/postgres/prepare-postgres.ts';";

/** A small workspace: in each package the files, by path, and the packages that it declares. */
const workspace: Record<string, { uses?: string[]; files: Record<string, string> }> = {
  'packages/domain': {
    files: {
      'src/index.ts': 'export const one: number = 1;',
      'src/internal.ts': 'export const internal = 1;',
      'src/reads-a-file.ts':
        "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;",
    },
  },
  'packages/contract': {
    uses: ['domain'],
    files: {
      'src/index.ts': "import { one } from '@parley/domain';\nexport const two: number = one + 1;",
      'src/deep.ts': "export { internal } from '../../domain/src/internal.ts';",
      'src/hashes.ts': "import 'node:crypto';",
    },
  },
  'packages/testing': { files: {} },
  'packages/operations': {
    uses: ['testing'],
    files: {
      'src/index.ts': 'export interface Result { a: 1 }',
      'src/cycle-a.ts': "import './cycle-b.ts';",
      'src/cycle-b.ts': "import './cycle-a.ts';",
      'src/unresolved.ts': "import './missing.ts';",
      'src/test-kit.ts': "import '@parley/testing';",
      'src/test-kit.test.ts': "import '@parley/testing';",
      'src/imports-test.ts': "import './test-kit.test.ts';",
      'src/prisma.ts': "import '../../db/src/generated/client.ts';",
      'src/trpc.ts': "import { TRPCError } from '@trpc/server';\nexport const a = TRPCError;",
      'node_modules/@trpc/server/package.json': '{"name":"@trpc/server","main":"index.js"}',
      'node_modules/@trpc/server/index.js': 'export class TRPCError {}',
    },
  },
  'packages/db': {
    uses: ['operations'],
    files: {
      'src/generated/client.ts': '',
      'src/upward.ts': "import type { Result } from '@parley/operations';\nexport type A = Result;",
    },
  },
  'packages/router': {
    files: {
      'src/index.ts': "export { hop } from './payer.ts';",
      'src/payer.ts':
        "import { create } from './procedures/sessions.ts';\nexport const hop = create;",
      'src/procedures/sessions.ts': 'export const create = 1;',
    },
  },
  'apps/checkout': {
    uses: ['router'],
    files: { 'src/page.ts': "export { hop } from '@parley/router';" },
  },
  'apps/api': { files: { 'src/main.ts': "export { a } from '../../worker/src/main.ts';" } },
  'examples/shop': {
    files: { 'src/imports-code.ts': "export { a } from '../../../apps/worker/src/main.ts';" },
  },
  'apps/sandbox': {
    uses: ['domain'],
    files: {
      'src/shares-code.ts': "import '@parley/domain';",
      'src/clock/now.ts': "import '../wire/form.ts';",
      'src/wire/form.ts': '',
      'src/unknown/any.ts': "import '../wire/form.ts';",
    },
  },
  'apps/worker': {
    files: {
      'src/main.ts': 'export const a = 1;',
      'src/starts.ts': startsPostgres,
      'src/starts.test.ts': startsPostgres,
    },
  },
  'packages/launch': { files: { 'src/postgres/prepare-postgres.ts': '' } },
  'packages/sdk': { files: { 'src/reads-a-file.ts': "import 'node:fs';" } },
  'packages/unknown': { files: { 'src/any.ts': "import './index.ts';" } },
};

const expected = [
  'apps-import-no-app: apps/api/src/main.ts',
  'contract-imports-zod-only: packages/contract/src/hashes.ts',
  'declared-dependencies: packages/operations/src/trpc.ts',
  'dependencies-of-db: packages/db/src/upward.ts',
  'domain-is-pure: packages/domain/src/reads-a-file.ts',
  'examples-use-the-interface-only: examples/shop/src/imports-code.ts',
  'known-layers-of-apps-sandbox: apps/sandbox/src/unknown/any.ts',
  'known-packages: packages/unknown/src/any.ts',
  'launch-is-not-imported: apps/worker/src/starts.ts',
  'layers-of-apps-sandbox-clock: apps/sandbox/src/clock/now.ts',
  'no-cycles: packages/operations/src/cycle-a.ts',
  'no-deep-imports: apps/api/src/main.ts',
  'no-deep-imports: packages/contract/src/deep.ts',
  'no-deep-imports: packages/operations/src/prisma.ts',
  'no-import-of-tests: packages/operations/src/imports-test.ts',
  'no-unresolvable: packages/operations/src/unresolved.ts',
  'payer-page-reaches-payer-procedures-only: apps/checkout/src/page.ts',
  'prisma-in-db-only: packages/operations/src/prisma.ts',
  'sandbox-shares-no-code: apps/sandbox/src/shares-code.ts',
  'sdk-bundles-money-only: packages/sdk/src/reads-a-file.ts',
  'testing-in-tests-only: packages/operations/src/test-kit.ts',
  'tests-import-the-throwaway-postgres-only: apps/worker/src/starts.test.ts',
  'trpc-in-router-and-apps-only: packages/operations/src/trpc.ts',
];

const config = join(repository, '.dependency-cruiser.mjs');

interface Report {
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { name: string } }[];
    readonly environment: { readonly issues?: readonly { readonly name: string }[] };
  };
}

/** The violations of the repository's own rules in the workspace, as `rule: file`. */
let violations: string[];
/** The parsers that dependency-cruiser misses. */
let missingParsers: string[];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-dependency-rules-'));
  await mkdir(join(directory, 'e2e'));
  for (const [folder, { uses = [], files }] of Object.entries(workspace)) {
    const manifest = {
      name: folder.replace(/^\w+/, '@parley'),
      type: 'module',
      exports: { '.': './src/index.ts' },
      dependencies: Object.fromEntries(uses.map((use) => [`@parley/${use}`, 'workspace:*'])),
    };
    const all = { 'package.json': JSON.stringify(manifest), 'src/index.ts': '', ...files };
    for (const [path, text] of Object.entries(all)) {
      const file = join(directory, folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    // pnpm links the declared packages in the same way.
    const links = join(directory, folder, 'node_modules', '@parley');
    await mkdir(links, { recursive: true });
    for (const use of uses) await symlink(join(directory, 'packages', use), join(links, use));
  }
  const args = ['--config', config, '--output-type', 'json', 'packages', 'apps', 'examples', 'e2e'];
  const { stdout } = await run(join(commands, 'depcruise'), args, { cwd: directory });
  const { summary }: Report = JSON.parse(stdout);
  violations = summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`);
  missingParsers = (summary.environment.issues ?? []).map(({ name }) => name);
}, 30_000);
afterAll(() => rm(directory, { recursive: true, force: true }));

test.for(expected)('reports %s', (violation) => {
  expect(violations).toContain(violation);
});

test('has an example of each rule', async () => {
  const { forbidden }: { forbidden: { name: string }[] } = (await import(config)).default;
  const getKind = (name: string) => name.replace(/^(dependencies|(?:known-)?layers)-of-.*/, '$1');
  const shown = new Set(expected.map((line) => getKind(line.replace(/:.*/, ''))));
  expect(forbidden.map(({ name }) => getKind(name)).filter((kind) => !shown.has(kind))).toEqual([]);
});

test('reports nothing else: allowed imports, and test packages in tests, pass', () => {
  expect(violations.filter((one) => !expected.includes(one))).toEqual([]);
});

test('finds every parser that the configuration needs', () => {
  expect(missingParsers).toEqual([]);
});
