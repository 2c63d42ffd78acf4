import { expect, test } from 'vitest';
import { describeServer, explainOldServer } from './server-connection.ts';

test('PostgreSQL 14 is the oldest version', () => {
  expect(explainOldServer('13.22')).toBe(
    'PostgreSQL 13.22 is too old: Parley needs PostgreSQL 14 or newer. Upgrade the server.',
  );
  expect(['14.23', '18.1', '19beta1'].map(explainOldServer)).toEqual([null, null, null]);
});

test('a server is described without user and password', () => {
  expect(describeServer('postgresql://u:hunter2@db.example/parley')).toBe('db.example:5432');
  expect(describeServer('postgresql://u:hunter2@[::1]:5433/parley')).toBe('[::1]:5433');
  expect(describeServer('postgresql:///parley?host=/run/pg')).toBe('/run/pg/.s.PGSQL.5432');
});
