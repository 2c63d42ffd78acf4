import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { readEnvironment } from './read-environment.ts';
import {
  developmentOnly,
  docsUrl,
  integer,
  nodeEnvironment,
  origin,
  postgresUrl,
  rule,
} from './schemas.ts';

const environment = z
  .object({
    NODE_ENV: nodeEnvironment,
    DATABASE_URL: postgresUrl.describe('Connection URL of the database.'),
    PUBLIC_URL: origin('http://localhost:3001'),
    SECRET: z.string().min(8).optional(),
    PORT: integer(4000, { max: 65_535 }),
    ALLOW_LOOPBACK: z.stringbool().prefault('false'),
    SENDER: z.string().optional(),
  })
  .check(
    ...developmentOnly('ALLOW_LOOPBACK'),
    rule<{ SECRET?: string | undefined; SENDER?: string | undefined }>(
      ['SENDER', 'SECRET'],
      'must be set with SECRET',
      ({ SECRET, SENDER }) => SECRET === undefined || SENDER !== undefined,
    ),
  );

const required = { DATABASE_URL: 'postgresql://u:hunter2@localhost:5433/parley' };

async function writeTemporary(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-environment-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'value');
  await writeFile(file, text);
  return file;
}

test('an empty variable has its default', () => {
  expect(readEnvironment(environment, { ...required, PORT: '', SECRET_FILE: '' })).toMatchObject({
    PUBLIC_URL: 'http://localhost:3001',
    PORT: 4000,
    ALLOW_LOOPBACK: false,
  });
});

test('a URL is reduced to its origin', () => {
  const env = readEnvironment(environment, { ...required, PUBLIC_URL: 'https://pay.example/' });
  expect(env.PUBLIC_URL).toBe('https://pay.example');
});

test('the URL of the documentation has no trailing slash, and is optional', () => {
  const schema = z.object({ DOCS_URL: docsUrl });
  const read = (url: string) => readEnvironment(schema, { DOCS_URL: url }).DOCS_URL;
  expect(read('https://docs.example/')).toBe('https://docs.example');
  expect(read('https://docs.example/parley/?page=1')).toBe('https://docs.example/parley');
  expect(read('')).toBeUndefined();
});

test('one error names every invalid variable and every broken rule, and shows no value', () => {
  const invalid = { PORT: 'many', SECRET: 'hunter22', ALLOW_LOOPBACK: 'true' };
  const read = () => readEnvironment(environment, invalid);
  expect(read).toThrow(
    [
      'Invalid environment variables, see docs/configuration.md:',
      '  DATABASE_URL: is not set. Connection URL of the database.',
      '  PORT: must be a number',
      '  ALLOW_LOOPBACK: must not be set in production. Remove it.',
      '  SENDER: must be set with SECRET',
    ].join('\n'),
  );
  expect(read).not.toThrow(/hunter|many/);
});

test('states what a variable without a message of its own accepts', () => {
  const read = (change: Record<string, string>) =>
    readEnvironment(environment, { ...required, ...change });
  expect(() => read({ PORT: '70000' })).toThrow('PORT: must be at most 65535');
  expect(() => read({ PORT: '1.5' })).toThrow('PORT: must be an integer');
  expect(() => read({ SECRET: 'short', SENDER: 'x' })).toThrow('SECRET: must be at least 8 char');
  expect(() => read({ NODE_ENV: 'live' })).toThrow('must be development or test or production');
});

test('a missing NODE_ENV means production, which rejects development settings', () => {
  const unsafe = { ...required, ALLOW_LOOPBACK: 'true' };
  const rejection = 'ALLOW_LOOPBACK: must not be set in production';
  for (const mode of [{}, { NODE_ENV: 'production' }]) {
    expect(() => readEnvironment(environment, { ...unsafe, ...mode })).toThrow(rejection);
  }
  const development = readEnvironment(environment, { ...unsafe, NODE_ENV: 'development' });
  expect(development.ALLOW_LOOPBACK).toBe(true);
});

test('a variable can be the content of a file, without one newline at its end', async () => {
  const file = await writeTemporary(' two lines\n\n');
  const env = { ...required, SENDER: 'x', SECRET_FILE: file };
  expect(readEnvironment(environment, env).SECRET).toBe(' two lines\n');
});

test('a file that cannot be read, an empty file and a variable that is also set are refused', async () => {
  const [empty, good] = [await writeTemporary('\n'), await writeTemporary('a secret')];
  const read = (change: Record<string, string>) => () =>
    readEnvironment(environment, { ...required, SENDER: 'x', ...change });
  expect(read({ SECRET_FILE: '/no/file' })).toThrow(
    'SECRET_FILE: /no/file cannot be read (ENOENT). Correct the path or its permissions.',
  );
  expect(read({ SECRET_FILE: empty })).toThrow(`SECRET_FILE: ${empty} is empty`);
  expect(read({ SECRET_FILE: good, SECRET: 'another secret' })).toThrow(
    'SECRET_FILE: must not be set together with SECRET. Remove one of them.',
  );
  // A missing file is one problem, not two.
  expect(() => readEnvironment(environment, { DATABASE_URL_FILE: '/no/file' })).not.toThrow(
    'DATABASE_URL:',
  );
});

test.skipIf(process.getuid?.() === 0)('a file without read permission is refused', async () => {
  const file = await writeTemporary('a secret');
  await chmod(file, 0);
  expect(() => readEnvironment(environment, { ...required, SECRET_FILE: file })).toThrow(
    `SECRET_FILE: ${file} cannot be read (EACCES)`,
  );
});

test('a connection URL must name files of certificates that can be read', () => {
  const url = `${required.DATABASE_URL}?sslmode=verify-full&sslrootcert=/no/ca.pem`;
  expect(() => readEnvironment(environment, { DATABASE_URL: url })).toThrow(
    'DATABASE_URL: names a file that cannot be read: sslrootcert=/no/ca.pem.',
  );
});
