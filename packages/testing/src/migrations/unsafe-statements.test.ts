import { describe, expect, it } from 'vitest';
import { findUnsafeStatements } from './unsafe-statements.ts';

const find = async (sql: string) =>
  (await findUnsafeStatements(sql, ['0.4.0', '0.3.0'])).map((problem) =>
    problem.replace(/^(?:line \d+: )?([a-z-]+): .*$/s, '$1'),
  );

const unusedSince = (version: string, rule: string, statement: string) =>
  `-- Unused since ${version}: the code reads other_column.\n-- squawk-ignore ${rule}\n${statement}`;

describe('a statement that is unsafe while processes run is refused', () => {
  it.each([
    ['require-concurrent-index-creation', 'CREATE INDEX i ON payment (currency);'],
    [
      'ban-concurrent-index-creation-in-transaction',
      'CREATE INDEX CONCURRENTLY i ON payment (currency);\nALTER TABLE payment ADD COLUMN a int;',
    ],
    ['require-concurrent-index-deletion', 'DROP INDEX payment_of_session;'],
    ['adding-required-field', 'ALTER TABLE payment ADD COLUMN a text NOT NULL;'],
    [
      'adding-field-with-default',
      'ALTER TABLE payment ADD COLUMN a uuid DEFAULT gen_random_uuid();',
    ],
    ['changing-column-type', 'ALTER TABLE payment ALTER COLUMN version TYPE bigint;'],
    ['adding-not-nullable-field', 'ALTER TABLE payment ALTER COLUMN tax_minor SET NOT NULL;'],
    ['constraint-missing-not-valid', "ALTER TABLE payment ADD CONSTRAINT a CHECK (mode <> '');"],
    [
      'constraint-missing-not-valid',
      'ALTER TABLE payment ADD CONSTRAINT a CHECK (version > 0) NOT VALID;\nALTER TABLE payment VALIDATE CONSTRAINT a;',
    ],
    [
      'adding-foreign-key-constraint',
      'ALTER TABLE payment ADD COLUMN a text REFERENCES merchant (id);',
    ],
    ['ban-drop-column', 'ALTER TABLE payment DROP COLUMN tax_minor;'],
    ['ban-drop-table', 'DROP TABLE payment;'],
    ['renaming-column', 'ALTER TABLE payment RENAME COLUMN tax_minor TO tax;'],
    ['renaming-table', 'ALTER TABLE payment RENAME TO charge;'],
    ['ban-drop-not-null', 'ALTER TABLE payment ALTER COLUMN version DROP NOT NULL;'],
    ['row-command', 'UPDATE payment SET tax_minor = 0;'],
    ['row-command', "DELETE FROM payment WHERE mode = 'test';"],
    ['row-command', 'INSERT INTO sweep SELECT * FROM worker_lease;'],
    ['row-command', 'TRUNCATE payment;'],
    ['row-command', 'VACUUM FULL payment;'],
  ])('%s: %s', async (rule, sql) => {
    expect(await find(sql)).toContain(rule);
  });
});

describe('the safe form of a change is accepted', () => {
  it.each([
    'CREATE INDEX CONCURRENTLY i ON payment (currency);',
    'DROP INDEX CONCURRENTLY payment_of_session;',
    'ALTER TABLE payment ADD COLUMN a text, ADD COLUMN b int NOT NULL DEFAULT 0;',
    "ALTER TABLE payment ADD CONSTRAINT a CHECK (mode <> '') NOT VALID;",
    'ALTER TABLE payment ADD CONSTRAINT a FOREIGN KEY (merchant_id) REFERENCES merchant (id) NOT VALID;',
    // The check was added in an earlier migration.
    'ALTER TABLE payment VALIDATE CONSTRAINT tax_set;\nALTER TABLE payment ALTER COLUMN tax_minor SET NOT NULL;\nALTER TABLE payment DROP CONSTRAINT tax_set;',
    'CREATE TABLE a (id text NOT NULL, CONSTRAINT a_pkey PRIMARY KEY (id), CONSTRAINT a_id FOREIGN KEY (id) REFERENCES merchant (id));\nCREATE INDEX i ON a (id);\nALTER TABLE a ADD CONSTRAINT c CHECK (id > 0);',
    "INSERT INTO sweep (name, due_at) VALUES ('orders', now());",
    unusedSince('0.3.0', 'ban-drop-column', 'ALTER TABLE payment DROP COLUMN tax_minor;'),
    unusedSince('0.4.0', 'ban-drop-table', 'DROP TABLE payment;'),
  ])('%s', async (sql) => {
    expect(await find(sql)).toEqual([]);
  });
});

describe('a comment that turns a rule off is refused', () => {
  it.each([
    [
      'without a version',
      '-- squawk-ignore ban-drop-column\nALTER TABLE payment DROP COLUMN mode;',
    ],
    [
      'with a version that is not released',
      unusedSince('0.5.0', 'ban-drop-column', 'ALTER TABLE payment DROP COLUMN mode;'),
    ],
    [
      'for a rule about locks',
      unusedSince(
        '0.3.0',
        'changing-column-type',
        'ALTER TABLE payment ALTER version TYPE bigint;',
      ),
    ],
    ['for the whole file', '-- squawk-ignore-file\nALTER TABLE payment DROP COLUMN mode;'],
  ])('%s', async (_, sql) => {
    expect(await find(sql)).toContain('ignored-rule');
  });
});
