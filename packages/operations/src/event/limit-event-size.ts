import type { JsonObject } from '@parley/db';
import { MAX_EVENT_BYTES } from '@parley/domain';

/** Characters of a text that stay when it is shortened. */
const KEPT_TEXT = 255;

type Envelope = JsonObject & {
  readonly data: { readonly object: JsonObject; readonly previous_attributes: JsonObject };
};

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/**
 * An event within the size that goes out. Where it is larger, the largest fields of its object are
 * emptied, or shortened where they are text, one after the other until it fits, and `data.omitted`
 * names them: whoever needs them reads the resource.
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
      Object.hasOwn(object, name) ? { ...object, [name]: shortOf(object[name]) } : object;
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

function shortOf(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  // By code points, so that no character is cut in two.
  if (typeof value === 'string')
    return [...value.slice(0, KEPT_TEXT * 2)].slice(0, KEPT_TEXT).join('');
  return typeof value === 'object' && value !== null ? {} : value;
}
