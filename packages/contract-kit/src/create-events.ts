import { randomBytes } from 'node:crypto';
import { sampleEvent } from '@parley/contract';
import { type EventType, formatId, ID_RANDOM_BYTES, type IdPrefix } from '@parley/domain';
import type { Delivery } from './send-delivery.ts';

interface EventBody {
  id: string;
  type: string;
  created_at: string;
  sequence: number;
  data: { object: Record<string, unknown> };
}

export interface EventChanges {
  readonly type?: string;
  readonly createdAt?: Date;
  readonly sequence?: number;
  /** Fields of the envelope that differ, or are new. */
  readonly envelope?: object;
  /** Fields of the resource that differ, or are new. */
  readonly object?: object;
}

export const newId = (prefix: IdPrefix): string =>
  formatId(prefix, Date.now(), randomBytes(ID_RANDOM_BYTES));

/** An event of an example in the documentation, about a resource of its own. */
export function createEvent(
  sample: EventType,
  objectId: string,
  { type, createdAt = new Date(), sequence, envelope, object }: EventChanges = {},
): Delivery {
  const event = structuredClone(sampleEvent(sample)) as unknown as EventBody;
  const id = newId('evt');
  const body = JSON.stringify({
    ...event,
    id,
    type: type ?? event.type,
    created_at: createdAt.toISOString(),
    sequence: sequence ?? event.sequence,
    ...envelope,
    data: { ...event.data, object: { ...event.data.object, id: objectId, ...object } },
  });
  return { id, body };
}
