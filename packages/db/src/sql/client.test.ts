import { expect, test } from 'vitest';
import { defaultTimeouts } from './client.ts';

test('a connection has the documented timeouts by default', () => {
  expect(defaultTimeouts).toEqual({
    statementMs: 5_000,
    lockMs: 3_000,
    idleInTransactionMs: 10_000,
    responseMs: 7_000,
    connectionMs: 3_000,
  });
});
