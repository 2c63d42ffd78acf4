import { sql } from './sql.ts';

/**
 * That a session `t` is in a conflict: by its status, or after its fulfillment was reported. Each condition is
 * a range of an index.
 */
export const conflicted = (t = sql.raw('t')) => [
  sql`${t}.status = 'payment_conflicted'`,
  sql`${t}.conflict_since IS NOT NULL`,
];
