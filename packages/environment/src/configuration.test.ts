import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  envExampleFile,
  formatEnvExample,
  listEnvironmentVariables,
  referenceFile,
  replaceReference,
} from './configuration.ts';
import { repository } from './processes.ts';

test('.env.example lists the environment variables of every process (npm run env:write updates it)', async () => {
  const expected = formatEnvExample(await listEnvironmentVariables());
  expect(await readFile(envExampleFile, 'utf8')).toBe(expected);
});

test('docs/configuration.md describes every environment variable (npm run env:write updates it)', async () => {
  const page = await readFile(referenceFile, 'utf8');
  expect(page).toBe(replaceReference(page, await listEnvironmentVariables()));
});

test('the list states for each variable which processes read it and which do not start without it', async () => {
  const variables = await listEnvironmentVariables();
  const get = (variable: string) => variables.find(({ name }) => name === variable);
  expect(get('DATABASE_URL')).toMatchObject({
    isSecret: true,
    standard: null,
    processes: ['admin', 'api', 'checkout', 'dashboard', 'worker'],
    requiredBy: ['admin', 'api', 'checkout', 'dashboard', 'worker'],
  });
  expect(get('API_PORT')).toMatchObject({ isSecret: false, standard: '4000', requiredBy: [] });
  expect(get('MAIL_FROM')?.requiredBy).toEqual(['dashboard', 'worker']);
});

/** Variables of Node.js, Next.js and the operating system. */
const platform = new Set(['NODE_ENV', 'NEXT_PHASE', 'NEXT_RUNTIME', 'PATH', 'SUDO_USER', 'TMPDIR']);
/** Variables that one process sets for another one, or for a library. */
const internal = new Set([
  'ASTRO_TELEMETRY_DISABLED',
  'PARLEY_STARTED_AT',
  'PRISMA_SCHEMA_ENGINE_BINARY',
  'npm_lifecycle_event',
]);
/** Packages of integrators and code of tests, which are not processes of an installation. */
const others =
  /^packages\/(cli|mcp|contract-kit|testing|config|ui)\/|^packages\/launch\/src\/(test|mutation|draft)/;

test('no code of a process reads an environment variable that no schema declares', async () => {
  const declared = new Set((await listEnvironmentVariables()).map(({ name }) => name));
  const files = globSync(['{apps,packages}/*/src/**/*.{ts,tsx}', 'packages/launch/bin/*.mjs'], {
    cwd: repository,
  }).filter((file) => !/\.test\.tsx?$|\/generated\//.test(file) && !others.test(file));
  const unknown: string[] = [];
  let found = 0;
  for (const file of files) {
    const text = await readFile(join(repository, file), 'utf8');
    const members = text.matchAll(/process\.env(?:\?\.|\.|\[')(\w+)/g);
    const destructured = text.matchAll(/\{([^{}]*)\} = (?:globalThis\.)?process\.env/g);
    const names = [
      ...[...members].map(([, name = '']) => name),
      ...[...destructured].flatMap(([, list = '']) => list.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []),
      // The launcher passes its environment on as `env`.
      ...(file.startsWith('packages/launch/')
        ? (text.match(/(?<=\benv\.)[A-Z][A-Z0-9_]+/g) ?? [])
        : []),
    ];
    found += names.length;
    for (const name of names) {
      // The variables of the OpenTelemetry specification are those of its library: see docs/telemetry.md.
      if (name.startsWith('OTEL_')) continue;
      if (!declared.has(name) && !platform.has(name) && !internal.has(name)) {
        unknown.push(`${name} in ${file}`);
      }
    }
  }
  expect(found).toBeGreaterThan(10);
  expect(unknown).toEqual([]);
});
