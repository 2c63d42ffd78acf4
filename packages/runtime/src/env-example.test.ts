import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { envExampleFile, formatEnvExample, listEnvironmentVariables } from './env-example.ts';

test('.env.example lists the environment variables of every app (npm run env:write updates it)', async () => {
  const expected = formatEnvExample(await listEnvironmentVariables());
  expect(await readFile(envExampleFile, 'utf8')).toBe(expected);
});

test('the list states for each variable its default, whether it is required and which apps read it', async () => {
  const variables = await listEnvironmentVariables();
  expect(variables).toContainEqual({
    name: 'DATABASE_URL',
    description: expect.any(String),
    required: true,
    standard: null,
    apps: ['admin', 'api', 'checkout', 'dashboard', 'worker'],
  });
  expect(variables).toContainEqual({
    name: 'API_PORT',
    description: expect.any(String),
    required: false,
    standard: '4000',
    apps: ['api'],
  });
});
