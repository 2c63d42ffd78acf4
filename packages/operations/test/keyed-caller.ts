import { vi } from 'vitest';
import type { Caller } from '../src/request/caller.ts';
import { newId } from '../src/request/new-id.ts';

/** The caller of a request with an unused idempotency key. `replayed` counts its stored responses. */
export function keyedCaller(
  caller: Caller,
  change: object = {},
): Caller & { replayed: () => number } {
  const onReplay = vi.fn<() => void>();
  const idempotency = {
    key: newId('req'),
    method: 'POST',
    path: '/things',
    fingerprint: 'a'.repeat(64),
    onReplay,
    ...change,
  };
  return { ...caller, idempotency, replayed: () => onReplay.mock.calls.length };
}
