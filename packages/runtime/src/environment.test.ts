import { expect, test } from 'vitest';
import { z } from 'zod';
import { developmentOnly, readEnvironment, runtimeVariables, variables } from './environment.ts';

const environment = z
  .object({
    ...runtimeVariables,
    NODE_ENV: variables.NODE_ENV,
    CHECKOUT_URL: variables.CHECKOUT_URL,
    WEBHOOK_ALLOW_LOOPBACK_HTTP: variables.WEBHOOK_ALLOW_LOOPBACK_HTTP,
  })
  .check(developmentOnly('WEBHOOK_ALLOW_LOOPBACK_HTTP'));

const required = {
  DATABASE_URL: 'postgresql://u:secret@localhost:5433/parley',
  PARLEY_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
};

test('an empty variable has its default', () => {
  expect(readEnvironment(environment, { ...required, LOG_LEVEL: '' })).toMatchObject({
    CHECKOUT_URL: 'http://localhost:3001',
    LOG_LEVEL: 'info',
    WEBHOOK_ALLOW_LOOPBACK_HTTP: false,
  });
});

test('a URL is reduced to its origin', () => {
  const env = readEnvironment(environment, { ...required, CHECKOUT_URL: 'https://pay.example/' });
  expect(env.CHECKOUT_URL).toBe('https://pay.example');
});

test('the URL of the documentation has no trailing slash, and is optional', () => {
  const schema = z.object({ DOCS_URL: variables.DOCS_URL });
  const docsUrl = (url: string) => readEnvironment(schema, { DOCS_URL: url }).DOCS_URL;
  expect(docsUrl('https://docs.example/')).toBe('https://docs.example');
  expect(docsUrl('https://docs.example/parley/?page=1')).toBe('https://docs.example/parley');
  expect(docsUrl('')).toBeUndefined();
});

test('the error names every invalid variable and shows no value', () => {
  const invalid = { DATABASE_URL: 'mysql://u:secret@x/y', PARLEY_ENCRYPTION_KEYS: 'short' };
  expect(() => readEnvironment(environment, invalid)).toThrow(
    /DATABASE_URL: .*PARLEY_ENCRYPTION_KEYS: /,
  );
  expect(() => readEnvironment(environment, invalid)).not.toThrow(/secret|short/);
});

test('a missing NODE_ENV means production, which rejects development settings', () => {
  const unsafe = { ...required, WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true' };
  const rejection = 'WEBHOOK_ALLOW_LOOPBACK_HTTP: must not be set in production';
  expect(() => readEnvironment(environment, unsafe)).toThrow(rejection);
  expect(() => readEnvironment(environment, { ...unsafe, NODE_ENV: 'production' })).toThrow(
    rejection,
  );
  const development = readEnvironment(environment, { ...unsafe, NODE_ENV: 'development' });
  expect(development.WEBHOOK_ALLOW_LOOPBACK_HTTP).toBe(true);
});
