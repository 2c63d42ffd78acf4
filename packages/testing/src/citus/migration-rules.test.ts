import { describe, expect, it } from 'vitest';
import { reasonsToRefuseMigration } from './migration-rules.ts';

const placements = { payment: 'merchant', api_key: 'reference', sweep: 'local', new: 'merchant' };

/** Each was sent to Citus 13.2.2 with these tables. */
describe('what Citus refuses in a migration', () => {
  it.each([
    [
      'ADD CONSTRAINT with other subcommands',
      "ALTER TABLE api_key ADD CONSTRAINT a CHECK (x <> ''), ADD CONSTRAINT b CHECK (y <> '')",
    ],
    [
      'ADD CONSTRAINT with other subcommands',
      'ALTER TABLE sweep DROP CONSTRAINT a, ADD CONSTRAINT a CHECK (x > 0)',
    ],
    [
      'a constraint without a name in ADD COLUMN',
      'ALTER TABLE payment ADD COLUMN a int CHECK (a > 0), ADD COLUMN b int',
    ],
    ['a column with a sequence', 'ALTER TABLE sweep ADD COLUMN a bigserial'],
    [
      'a column with a sequence',
      'ALTER TABLE payment ADD COLUMN a int GENERATED ALWAYS AS IDENTITY',
    ],
    [
      'a default that differs between nodes',
      'ALTER TABLE api_key ADD COLUMN a uuid DEFAULT gen_random_uuid()',
    ],
    [
      'a default that differs between nodes',
      'ALTER TABLE api_key ADD COLUMN a timestamptz DEFAULT CURRENT_TIMESTAMP',
    ],
    [
      'a foreign key to a table of the same migration',
      `CREATE TABLE new (id text PRIMARY KEY);
       ALTER TABLE payment ADD CONSTRAINT a FOREIGN KEY (x) REFERENCES new(id)`,
    ],
    ['RENAME CONSTRAINT', 'ALTER TABLE payment RENAME CONSTRAINT a TO b'],
    [
      'a trigger',
      'CREATE TRIGGER a BEFORE DELETE ON api_key FOR EACH ROW EXECUTE FUNCTION refuse()',
    ],
    ['a stable function in CASE or COALESCE', 'UPDATE payment SET at = COALESCE(at, now())'],
  ])('%s: %s', (reason, sql) => {
    expect(reasonsToRefuseMigration(sql, placements)).toEqual([reason]);
  });
});

describe('what Citus accepts in a migration', () => {
  it.each([
    'ALTER TABLE payment ADD COLUMN a int NOT NULL DEFAULT 0, ADD COLUMN b int, DROP COLUMN c',
    'ALTER TABLE payment ADD COLUMN a timestamptz NOT NULL DEFAULT now()',
    'ALTER TABLE payment ADD COLUMN a int CONSTRAINT b CHECK (a > 0), ADD COLUMN c int',
    "ALTER TABLE payment ADD CONSTRAINT a CHECK (x <> '')",
    'ALTER TABLE payment RENAME COLUMN a TO b; ALTER INDEX payment_pkey RENAME TO payment_key',
    `CREATE TABLE new (id text PRIMARY KEY);
     ALTER TABLE new ADD CONSTRAINT a CHECK (x > 0), ADD CONSTRAINT b CHECK (y > 0);
     ALTER TABLE new RENAME CONSTRAINT a TO c;
     ALTER TABLE api_key ADD CONSTRAINT a FOREIGN KEY (x) REFERENCES new(id)`,
    'CREATE TRIGGER a BEFORE DELETE ON sweep FOR EACH ROW EXECUTE FUNCTION refuse()',
  ])('%s', (sql) => {
    expect(reasonsToRefuseMigration(sql, placements)).toEqual([]);
  });
});
