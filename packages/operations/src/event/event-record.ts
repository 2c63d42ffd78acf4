import type { JsonObject, OutboxRecord } from '@parley/db';
import {
  canonicalJson,
  EVENT_SCHEMA_VERSION,
  type EventId,
  type EventType,
  type ProxySessionId,
} from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import { limitEventSize } from './limit-event-size.ts';

export interface EventParts {
  readonly id: EventId;
  readonly type: EventType;
  readonly proxySessionId: ProxySessionId | null;
  readonly sequence: number;
  readonly at: Date;
  /** The resource as its GET operation returns it. */
  readonly object: JsonObject;
  /** The resource before the change; null when there was none. */
  readonly previous: JsonObject | null;
  /** Whether it is a sample that was sent on request. */
  readonly isTest?: boolean;
}

/** An event as it is stored and sent. */
export function createEventRecord(caller: Caller, parts: EventParts): OutboxRecord {
  return {
    id: parts.id,
    type: parts.type,
    proxySessionId: parts.proxySessionId,
    sequence: parts.sequence,
    createdAt: parts.at,
    payload: limitEventSize({
      id: parts.id,
      type: parts.type,
      schema_version: EVENT_SCHEMA_VERSION,
      created_at: parts.at.toISOString(),
      livemode: caller.mode === 'live',
      sequence: parts.sequence,
      data: {
        object: parts.object,
        previous_attributes: parts.previous ? previousAttributes(parts.previous, parts.object) : {},
      },
      ...(parts.isTest && { test: true }),
      request: { id: caller.requestId, idempotency_key: caller.idempotency?.key ?? null },
    }),
  };
}

/** The previous values of the changed fields. */
function previousAttributes(before: JsonObject, after: JsonObject): JsonObject {
  const changed = Object.entries(before).filter(
    ([key, value]) => value !== after[key] && canonicalJson(value) !== canonicalJson(after[key]),
  );
  return Object.fromEntries(changed);
}
