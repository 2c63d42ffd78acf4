import type { Messages } from './en.ts';

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_DIRECTIONAL_ISOLATE = '\u2069';
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * Messages that isolate each value from the direction of their sentence, so that "Café (Rome)" in an
 * Arabic sentence keeps its parentheses. Isolates are characters, because a title or an announcement
 * has no elements. Left-to-right values in a left-to-right page need none.
 */
export function isolateValues(messages: Messages, direction: 'ltr' | 'rtl'): Messages {
  const isolate = (value: unknown) =>
    typeof value === 'string' && (direction === 'rtl' || RIGHT_TO_LEFT.test(value))
      ? FIRST_STRONG_ISOLATE + value + POP_DIRECTIONAL_ISOLATE
      : value;
  const convert = (entry: unknown): unknown => {
    if (typeof entry === 'function') {
      return (...values: unknown[]) => entry(...values.map(isolate));
    }
    if (typeof entry === 'string') return entry;
    return Object.fromEntries(
      Object.entries(entry as object).map(([key, value]) => [key, convert(value)]),
    );
  };
  return convert(messages) as Messages;
}
