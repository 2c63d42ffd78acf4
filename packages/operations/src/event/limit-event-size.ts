import type { JsonObject } from '@parley/db';
import { MAX_EVENT_BYTES } from '@parley/domain';

/** The length of a shortened text, in characters. */
const SHORT_TEXT = 255;

type Envelope = JsonObject & {
  readonly data: { readonly object: JsonObject; readonly previous_attributes: JsonObject };
};

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/**
 * Limits an event to the maximum payload size. While it is larger, the largest field of its object is
 * emptied, or shortened if it is text. `data.omitted` lists these fields; receivers that need them
 * read the resource.
 */
export function limitEventSize<E extends Envelope>(event: E): E {
  if (bytes(event) <= MAX_EVENT_BYTES) return event;
  const { data } = event;
  const bySize = Object.entries(data.object)
    .map(([name, value]) => ({
      name,
      size: bytes(value) + bytes(data.previous_attributes[name]),
    }))
    .sort((a, b) => b.size - a.size);
  let fitted = event;
  const omitted: string[] = [];
  for (const { name } of bySize) {
    omitted.push(name);
    const shortened = (object: JsonObject): JsonObject =>
      Object.hasOwn(object, name) ? { ...object, [name]: getShort(object[name]) } : object;
    fitted = {
      ...fitted,
      data: {
        object: shortened(fitted.data.object),
        previous_attributes: shortened(fitted.data.previous_attributes),
        omitted: [...omitted],
      },
    };
    if (bytes(fitted) <= MAX_EVENT_BYTES) return fitted;
  }
  return fitted;
}

function getShort(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  // By code points, so that no surrogate pair is split.
  if (typeof value === 'string')
    return [...value.slice(0, SHORT_TEXT * 2)].slice(0, SHORT_TEXT).join('');
  return typeof value === 'object' && value !== null ? {} : value;
}
