import type { Provider } from './port.ts';

/**
 * A provider whose every call runs inside `around`.
 * @param around receives the name of the call and the call itself
 */
export function aroundCalls(
  provider: Provider,
  around: (name: string, call: () => Promise<unknown>) => Promise<unknown>,
): Provider {
  // The type requires a promise of every call: `around` cannot wait for anything else.
  const calls: Record<string, (...args: never[]) => Promise<unknown>> = { ...provider };
  const wrapped = Object.entries(calls).map(([name, call]) => [
    name,
    (...args: never[]) => around(name, () => call(...args)),
  ]);
  return Object.fromEntries(wrapped) as Provider;
}
