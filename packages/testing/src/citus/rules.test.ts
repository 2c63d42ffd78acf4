import { describe, expect, it } from 'vitest';
import { reasonsToRefuse, referenceTablesWrittenBy } from './rules.ts';

const placements = {
  payment: 'merchant',
  outbox_event: 'merchant',
  rate_limit: 'merchant',
  webhook_endpoint_queue: 'merchant',
  api_key: 'reference',
  psp_config: 'reference',
  sign_in_limit: 'local',
};

/** Each was sent to Citus 13.2.2 with these tables. */
describe('what Citus refuses', () => {
  it.each([
    [
      'a row lock needs merchant_id = a value or = ANY (values)',
      'SELECT 1 FROM payment WHERE id = $1 FOR UPDATE',
    ],
    [
      'a row lock needs merchant_id = a value or = ANY (values)',
      'WITH due AS (SELECT id FROM payment ORDER BY at LIMIT 8 FOR UPDATE) SELECT * FROM due',
    ],
    [
      'a row lock needs merchant_id = a value or = ANY (values)',
      'SELECT 1 FROM payment WHERE merchant_id = $1 OR id = $2 FOR SHARE',
    ],
    [
      'a row lock needs merchant_id = a value or = ANY (values)',
      'SELECT 1 FROM payment p JOIN outbox_event o ON o.merchant_id = p.merchant_id FOR UPDATE OF p',
    ],
    [
      'a sub-select of a limited list needs merchant_id = a value',
      `SELECT s.id FROM (SELECT * FROM payment WHERE merchant_id = $1 ORDER BY id LIMIT 8) AS s
       WHERE 0 = (SELECT count(*) FROM outbox_event o WHERE o.merchant_id = s.merchant_id AND o.id = s.id)`,
    ],
    ['merchant_id cannot be set', 'UPDATE payment SET merchant_id = $1 WHERE id = $2'],
    [
      'merchant_id cannot be set',
      `INSERT INTO payment (merchant_id, id) VALUES ($1, $2)
       ON CONFLICT (merchant_id, id) DO UPDATE SET merchant_id = excluded.merchant_id`,
    ],
    ['a volatile function in UPDATE', 'UPDATE payment SET token = gen_random_uuid()'],
    ['a volatile function in DELETE', 'DELETE FROM payment WHERE at < clock_timestamp()'],
    [
      'a stable function in CASE or COALESCE',
      'UPDATE payment SET at = CASE WHEN paid THEN now() ELSE at END WHERE merchant_id = $1',
    ],
    [
      'a stable function in CASE or COALESCE',
      'UPDATE payment SET at = COALESCE(at, CURRENT_TIMESTAMP) WHERE merchant_id = $1',
    ],
    [
      'a stable function in CASE or COALESCE',
      'UPDATE api_key SET at = CASE WHEN used THEN statement_timestamp() END',
    ],
    [
      'a stable function in RETURNING',
      'DELETE FROM payment WHERE merchant_id = $1 RETURNING now()',
    ],
    [
      'a stable function in RETURNING',
      'UPDATE payment SET paid = true RETURNING EXTRACT(epoch FROM at)',
    ],
    [
      'a stable function in RETURNING',
      "UPDATE payment SET paid = true RETURNING json_build_object('at', at)",
    ],
    [
      'a stable function in DO UPDATE',
      'INSERT INTO payment (merchant_id) VALUES ($1) ON CONFLICT (merchant_id) DO UPDATE SET at = now()',
    ],
    [
      'a stable function in DO UPDATE',
      `INSERT INTO sign_in_limit AS l (key, ends) VALUES ($1, $2) ON CONFLICT (key)
       DO UPDATE SET ends = excluded.ends - make_interval(secs => 60)`,
    ],
    [
      'a stable function in DO UPDATE',
      `INSERT INTO payment AS p (merchant_id, at) VALUES ($1, $2) ON CONFLICT (merchant_id)
       DO UPDATE SET at = excluded.at WHERE p.at < now()`,
    ],
    [
      'a stable function of a column',
      "UPDATE payment SET at = date_trunc('hour', at) WHERE merchant_id = $1",
    ],
    [
      'a stable function of a column',
      "DELETE FROM payment WHERE merchant_id = $1 AND at + interval '1 hour' < now()",
    ],
    [
      'a stable function of a column',
      'UPDATE api_key SET at = ($1::text[])[array_position($2::text[], id)]::timestamptz',
    ],
    [
      'a parameter in DO UPDATE of INSERT … SELECT',
      `INSERT INTO payment (merchant_id, n) SELECT m, 1 FROM unnest($1::text[]) m
       ON CONFLICT (merchant_id) DO UPDATE SET n = LEAST($2, payment.n)`,
    ],
  ])('%s: %s', (reason, sql) => {
    expect(reasonsToRefuse(sql, placements)).toEqual([reason]);
  });
});

describe('what Citus accepts', () => {
  it.each([
    'SELECT 1 FROM payment p WHERE p.merchant_id = $1 AND p.id = ANY ($2) ORDER BY id FOR UPDATE',
    'SELECT 1 FROM payment p JOIN outbox_event o ON o.merchant_id = $1 AND o.id = p.id FOR UPDATE',
    'SELECT 1 FROM psp_config FOR UPDATE',
    `SELECT s.id FROM (SELECT * FROM payment WHERE merchant_id = $1 ORDER BY id LIMIT 8) AS s
     WHERE 0 = (SELECT count(*) FROM outbox_event o WHERE o.merchant_id = $1 AND o.id = s.id)`,
    'SELECT 1 FROM payment WHERE merchant_id = ANY ($1) FOR UPDATE',
    'SELECT 1 FROM table_of_another_service FOR UPDATE',
    'UPDATE payment SET at = GREATEST(at, now()), paid = COALESCE(paid, $2) WHERE merchant_id = $1',
    'UPDATE api_key SET at = ($1::timestamptz[])[array_position($2::text[], id)]',
    "DELETE FROM payment WHERE COALESCE(finished_at, at) < now() - interval '1 day'",
    `WITH clock AS MATERIALIZED (SELECT now() AS now)
     UPDATE payment p SET at = CASE WHEN paid THEN clock.now END FROM clock WHERE p.merchant_id = $1
     RETURNING EXTRACT(epoch FROM clock.now - p.at)`,
    `INSERT INTO payment (merchant_id, id, at) VALUES ($1, gen_random_uuid(), CASE WHEN $2 THEN now() END)
     ON CONFLICT (merchant_id, id) DO UPDATE SET at = excluded.at, note = $3`,
    "INSERT INTO payment (merchant_id, at) SELECT merchant_id, date_trunc('hour', at) FROM outbox_event",
    'UPDATE table_of_another_service SET at = COALESCE(at, now()), merchant_id = $1',
    'BEGIN; SET LOCAL lock_timeout = 0',
  ])('%s', (sql) => {
    expect(reasonsToRefuse(sql, placements)).toEqual([]);
  });
});

it('accepts locks that skip locked rows: claims name merchants in a sharded database only', () => {
  const sql = 'SELECT 1 FROM payment LIMIT 8 FOR UPDATE SKIP LOCKED';
  expect(reasonsToRefuse(sql, placements)).toEqual([]);
});

it('finds the tables on every node that a text writes to, in a CTE too', () => {
  const sql = `WITH used AS (UPDATE api_key SET last_used_at = now() WHERE key_hash = $1)
    SELECT k.id FROM api_key k JOIN psp_config c ON c.merchant_id = k.merchant_id`;
  expect(referenceTablesWrittenBy(sql, placements)).toEqual(['api_key']);
  expect(referenceTablesWrittenBy('SELECT 1 FROM api_key FOR UPDATE', placements)).toEqual([]);
});
