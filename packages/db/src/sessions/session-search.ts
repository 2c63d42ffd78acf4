import { getIdTime, isId } from '@parley/domain';
import type { Connection } from '../sql/client.ts';
import { firstIdAt } from '../sql/list-rows.ts';
import type { Scope } from '../sql/records.ts';
import { sql } from '../sql/sql.ts';

/** A request can change several sessions. */
const MAX_FOUND = 20;

/** The maximum time between the ids of a session and its first attempt, which one process creates. */
const SAME_MOMENT_MS = 1_000;

/** Finds the sessions of one merchant in one mode by ids of related things. */
export function sessionSearch(db: Connection, { merchantId, mode }: Scope) {
  const owned = (table: string, alias: string) =>
    sql`${sql.raw(`${table} ${alias}`)} WHERE ${sql.raw(alias)}.merchant_id = ${merchantId}`;

  /**
   * The condition of an unreserved attempt, which is in no index: its session was created with it, so the
   * time in its id leads to a short range of the primary key.
   */
  function hasAttempt(id: string) {
    if (!isId('pspacq', id)) return sql`false`;
    const bound = (ms: number) => firstIdAt('psess', new Date(getIdTime(id)), ms);
    return sql`s.id > ${bound(-SAME_MOMENT_MS)} AND s.id < ${bound(SAME_MOMENT_MS)}
      AND s.attempt_id = ${id}`;
  }

  return {
    /**
     * The ids of the sessions that an id leads to, at most 20: of the session, an attempt, a
     * subscription, an event, a provider object or event, or a request. Each is found in an index.
     */
    async searchById(id: string): Promise<string[]> {
      const inMode = (alias: string) => sql`AND ${sql.raw(alias)}.mode = ${mode}`;
      const rows = await db.$queryRaw<{ id: string | null }[]>`
        SELECT s.id FROM ${owned('proxy_session', 's')} ${inMode('s')} AND s.id = ${id}
        UNION SELECT s.id FROM ${owned('proxy_session', 's')} ${inMode('s')} AND ${hasAttempt(id)}
        UNION SELECT a.proxy_session_id FROM ${owned('acquisition_attempt', 'a')} ${inMode('a')}
          AND a.id = ${id}
        UNION SELECT a.proxy_session_id FROM ${owned('acquisition_attempt', 'a')} ${inMode('a')}
          AND a.provider_root_object_id = ${id}
        UNION SELECT a.proxy_session_id FROM ${owned('acquisition_attempt', 'a')} ${inMode('a')}
          AND a.provider_setup_intent_id = ${id}
        UNION SELECT p.proxy_session_id FROM ${owned('payment', 'p')} ${inMode('p')}
          AND p.provider_object_id = ${id}
        UNION SELECT u.proxy_session_id FROM ${owned('subscription', 'u')} ${inMode('u')}
          AND u.id = ${id}
        UNION SELECT u.proxy_session_id FROM ${owned('subscription', 'u')} ${inMode('u')}
          AND u.provider_subscription_id = ${id}
        UNION SELECT o.proxy_session_id FROM ${owned('outbox_event', 'o')} ${inMode('o')}
          AND o.id = ${id}
        UNION SELECT e.proxy_session_id FROM ${owned('provider_event', 'e')} ${inMode('e')}
          AND e.event_id = ${id} AND e.psp_config_id IN (
            SELECT f.id FROM ${owned('psp_config', 'f')} ${inMode('f')})
        UNION SELECT q.proxy_session_id FROM ${owned('api_request', 'q')} ${inMode('q')}
          AND q.id = ${id}
        UNION SELECT s.id FROM ${owned('proxy_session', 's')} ${inMode('s')} AND s.id IN (
            SELECT h.proxy_session_id FROM ${owned('history_entry', 'h')} AND h.request_id = ${id}
            LIMIT ${MAX_FOUND})
        LIMIT ${MAX_FOUND}`;
      return rows.flatMap((row) => row.id ?? []);
    },
  };
}
