import { type AttentionFilter, type AttentionKind, attentionKinds } from '@parley/domain';
import type { Connection } from '../sql/client.ts';
import type { ListPosition } from '../sql/list-rows.ts';
import type { Scope } from '../sql/records.ts';
import { type Sql, sql } from '../sql/sql.ts';
import { getSources, type Source } from './attention-sources.ts';

/** An object that needs a person. */
export interface AttentionRecord {
  readonly kind: AttentionKind;
  /** The id of the object. */
  readonly id: string;
  /** In the list of its kind. */
  readonly position: ListPosition;
  /** When it began to need a person; of an API key that expires soon, when it expires. */
  readonly at: Date;
  readonly sessionId: string | null;
  /** Of the dispute of a renewal. */
  readonly subscriptionId: string | null;
  /** The buyer of a session, the URL of an endpoint, the name of a key or the account of a config. */
  readonly name: string | null;
  /** The reason of an attempt or event, why the service deactivated an endpoint, that a rolled key is used, or the former config. */
  readonly reason: string | null;
  /** Another value ends a snooze. */
  readonly severity: string | null;
  /** Identifies the item together with its object: one that comes back has another time. */
  readonly since: Date;
  /** What people decided about this item; null if no one did. */
  readonly triage: TriageRecord | null;
  /** Of the stored decisions, also of those about an earlier item of the object; 0 without any. */
  readonly triageVersion: number;
}

/** What people decided about an item. */
export interface TriageRecord {
  readonly assigneeId: string | null;
  /** Null unless the item is snoozed now. */
  readonly snoozedUntil: Date | null;
  readonly note: string | null;
  readonly updatedBy: string | null;
  readonly updatedAt: Date;
}

/** A filter of items, with the user id of the reader. */
export interface AttentionQuery {
  readonly filter: AttentionFilter;
  readonly readerId: string | null;
}

/** The kinds whose objects belong to a session. */
const relatedKinds = [
  'open_dispute',
  'open_inquiry',
  'closed_dispute',
  'unknown_attempt',
  'refused_cart',
  'parked_provider_event',
  'failed_provider_event',
] as const satisfies readonly AttentionKind[];

/**
 * What needs a person, of one merchant in one mode. It is read from the tables of the objects, so that an
 * item is gone once its object is in order.
 */
export function attentionRepository(db: Connection, scope: Scope) {
  const { merchantId, mode } = scope;
  let sources: ReturnType<typeof getSources> | undefined;
  /** Requests that read no items create this repository too, so its many fragments wait until they are used. */
  const getSource = (kind: AttentionKind): Source => {
    sources ??= getSources(scope);
    return sources[kind];
  };
  const none = sql`NULL::text`;
  const getSince = ({ since: own, at, createdAt: first }: Source) => own ?? at ?? first;
  const getSeverity = ({ severity, reason }: Source) => severity ?? reason ?? none;
  const getTriage = (kind: AttentionKind | Sql) => sql`
    w.merchant_id = ${merchantId} AND w.mode = ${mode} AND w.kind = ${kind}`;

  /**
   * The number of decisions about an item that meet a condition, one at most. A count looks them up by
   * their primary key, while PostgreSQL might join all of them for NOT EXISTS.
   */
  const countDecisions = (kind: AttentionKind, condition: Sql) => sql`(
    SELECT count(*) FROM attention_triage w
    WHERE ${getTriage(kind)} AND w.subject_id = ${getSource(kind).id} AND ${condition}
      AND w.since = ${getSince(getSource(kind))})`;
  const isSnoozed = (kind: AttentionKind) => sql`w.snoozed_until > now()
    AND w.snoozed_severity IS NOT DISTINCT FROM ${getSeverity(getSource(kind))}`;
  /** Not `0 =`, which PostgreSQL expects of few rows, so that it would read all items and sort them. */
  const isOpen = (kind: AttentionKind) => sql`AND 1 <> ${countDecisions(kind, isSnoozed(kind))}`;

  /** That an item fits a filter. A few decisions are the way to the items, which may be many. */
  function fits(kind: AttentionKind, { filter, readerId }: AttentionQuery): Sql {
    const isTriaged = (condition: Sql) => sql`AND ${getSource(kind).id} IN (
      SELECT w.subject_id FROM attention_triage w WHERE ${getTriage(kind)} AND ${condition})`;
    if (filter === 'open') return isOpen(kind);
    if (filter === 'snoozed') {
      return sql`${isTriaged(sql`w.snoozed_until > now()`)}
        AND 1 = ${countDecisions(kind, isSnoozed(kind))}`;
    }
    const isMine = sql`w.assignee_id = ${readerId}`;
    const isMineNow = sql`${isMine} AND (${isSnoozed(kind)}) IS NOT TRUE`;
    return sql`${isTriaged(isMine)} AND 1 = ${countDecisions(kind, isMineNow)}`;
  }

  /** @param columns of a range, which may be one of the source's others */
  const ranges = (
    { table, conditions, others = [] }: Source,
    columns: (isOther: boolean) => Sql,
    rest: Sql,
  ): Sql => {
    const getRange = (from: Sql, condition: Sql, isOther: boolean) =>
      sql`(SELECT ${columns(isOther)} FROM ${from} t
        WHERE t.merchant_id = ${merchantId} AND t.mode = ${mode} AND ${condition} ${rest})`;
    const own = conditions.map((condition) => getRange(table, condition, false));
    const more = others.map((range) => getRange(range.table, range.condition, true));
    return sql.join([...own, ...more], ' UNION ALL ');
  };

  /** Finds the items of a kind that meet a condition, those that wait for the longest time first. */
  function find(kind: AttentionKind, condition: Sql, limit: number): Sql {
    const source = getSource(kind);
    const columns = (
      isOther: boolean,
    ) => sql`${kind}::text AS kind, ${source.id} AS id, ${source.createdAt} AS created_at,
      ${source.at ?? source.createdAt} AS at, ${getSince(source)} AS since,
      ${source.sessionId ?? none} AS session_id,
      ${(isOther && source.subscriptionId) || none} AS subscription_id, ${source.name ?? none} AS name,
      ${source.reason ?? none} AS reason, ${getSeverity(source)} AS severity`;
    return ranges(
      source,
      columns,
      sql`${condition} ORDER BY ${source.createdAt}, ${source.id} LIMIT ${limit}`,
    );
  }

  /** Reads the found items, with what people decided about them. */
  async function read(found: readonly Sql[], limit: number): Promise<AttentionRecord[]> {
    const rows = await db.$queryRaw<ItemRow[]>`
      SELECT items.kind, items.id, items.created_at AS "createdAt", items.at, items.since,
        items.session_id AS "sessionId", items.subscription_id AS "subscriptionId", items.name, items.reason, items.severity,
        w.since AS "triagedSince", w.assignee_id AS "assigneeId", w.note, w.version,
        CASE WHEN w.snoozed_until > now() AND w.snoozed_severity IS NOT DISTINCT FROM items.severity
          THEN w.snoozed_until END AS "snoozedUntil",
        w.updated_by AS "updatedBy", w.updated_at AS "updatedAt"
      FROM (${sql.join([...found], ' UNION ALL ')}) AS items
        LEFT JOIN attention_triage w ON ${getTriage(sql`items.kind`)} AND w.subject_id = items.id
      ORDER BY items.created_at, items.id LIMIT ${limit}`;
    return rows.map(toRecord);
  }

  return {
    /** Lists the items of a kind after a position, those that wait for the longest time first. */
    async list(
      kind: AttentionKind,
      {
        limit,
        after,
        query = { filter: 'open', readerId: null },
      }: {
        readonly limit: number;
        readonly after?: ListPosition | undefined;
        readonly query?: AttentionQuery;
      },
    ): Promise<AttentionRecord[]> {
      const { id: idColumn, createdAt: createdAtColumn } = getSource(kind);
      const beyond = after
        ? sql`AND (${createdAtColumn}, ${idColumn}) > (${after.createdAt}, ${after.id})`
        : sql.empty;
      return read([find(kind, sql`${fits(kind, query)} ${beyond}`, limit)], limit);
    },

    /** An item, also a snoozed one; null if the object needs no person. */
    async find(kind: AttentionKind, objectId: string): Promise<AttentionRecord | null> {
      const condition = sql`AND ${getSource(kind).id} = ${objectId}`;
      const [item] = await read([find(kind, condition, 1)], 1);
      return item ?? null;
    },

    /** Lists the items of all kinds that concern a session, also snoozed ones. */
    listBySession(proxySessionId: string, limit: number): Promise<AttentionRecord[]> {
      const found = attentionKinds.flatMap((kind) => {
        const { sessionId } = getSource(kind);
        return sessionId ? [find(kind, sql`AND ${sessionId} = ${proxySessionId}`, limit)] : [];
      });
      return read(found, limit);
    },

    /** The ids of the sessions whose attempts and provider events need a person; of each kind, the newest ones. */
    async listRelatedSessionIds(limitOfKind: number): Promise<string[]> {
      const found = relatedKinds.map((kind) => {
        const source = getSource(kind);
        const newest = sql`ORDER BY ${source.createdAt} DESC, ${source.id} DESC LIMIT ${limitOfKind}`;
        return ranges(source, () => sql`${source.sessionId} AS id`, newest);
      });
      const rows = await db.$queryRaw<{ id: string }[]>`
        SELECT DISTINCT items.id FROM (${sql.join(found, ' UNION ALL ')}) AS items
        WHERE items.id IS NOT NULL`;
      return rows.map(({ id }) => id);
    },

    /**
     * Stores what people decided about an item, in place of earlier decisions.
     * @returns false if someone else has written since the item was read
     */
    async saveTriage(item: AttentionRecord, triage: TriageRecord) {
      const key = { merchantId, mode, kind: item.kind, subjectId: item.id };
      const values = {
        ...triage,
        since: item.since,
        proxySessionId: item.sessionId,
        snoozedSeverity: item.severity,
        version: item.triageVersion + 1,
      };
      const { count } =
        item.triageVersion === 0
          ? await db.attentionTriage.createMany({
              data: [{ ...key, ...values }],
              skipDuplicates: true,
            })
          : await db.attentionTriage.updateMany({
              where: { ...key, version: item.triageVersion },
              data: values,
            });
      return count === 1;
    },

    /**
     * Counts the items of a kind that are not snoozed, up to a limit. Without the order, PostgreSQL might
     * read the rows of other merchants.
     */
    async countUpTo(kind: AttentionKind, limit: number): Promise<number> {
      const source = getSource(kind);
      const found = ranges(
        source,
        () => sql`1`,
        sql`${isOpen(kind)} ORDER BY ${source.createdAt}, ${source.id} LIMIT ${limit}`,
      );
      const rows = await db.$queryRaw<unknown[]>`SELECT 1 FROM (${found}) AS items LIMIT ${limit}`;
      return rows.length;
    },
  };
}

interface ItemRow
  extends Omit<AttentionRecord, 'position' | 'triage' | 'triageVersion'>,
    Omit<TriageRecord, 'updatedAt'> {
  readonly createdAt: Date;
  /** These are null for an item that no one decided about. */
  readonly triagedSince: Date | null;
  readonly version: number | null;
  readonly updatedAt: Date | null;
}

function toRecord(row: ItemRow): AttentionRecord {
  const { createdAt: listedAt, triagedSince, version, updatedAt, ...rest } = row;
  const { assigneeId, snoozedUntil, note, updatedBy, ...item } = rest;
  const isOfItem = triagedSince?.getTime() === item.since.getTime();
  return {
    ...item,
    position: { createdAt: listedAt, id: item.id },
    triage: isOfItem && updatedAt ? { assigneeId, snoozedUntil, note, updatedBy, updatedAt } : null,
    triageVersion: version ?? 0,
  };
}
