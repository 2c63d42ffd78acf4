import { expect, test } from 'vitest';
import { readEnv } from './env.ts';

const needed = {
  DATABASE_URL: 'postgresql://u:secret@localhost:5433/parley',
  PARLEY_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
};

test('needs a database and a key, and has a default for the rest', () => {
  expect(readEnv({ ...needed, LOG_LEVEL: '' })).toMatchObject({
    CHECKOUT_URL: 'http://localhost:3001',
    PORT: 3001,
    LOG_LEVEL: 'info',
  });
});

test('names what is wrong and shows no value', () => {
  const wrong = { ...needed, DATABASE_URL: 'mysql://u:secret@x/y', PARLEY_ENCRYPTION_KEY: 'short' };
  expect(() => readEnv(wrong)).toThrow(/DATABASE_URL: .*PARLEY_ENCRYPTION_KEY: /);
  expect(() => readEnv(wrong)).not.toThrow(/secret|short/);
});
