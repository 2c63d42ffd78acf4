import { DomainError } from '@parley/domain';
import type { Deps } from '@parley/operations';

/** Dependencies for a call that must end before it needs any: the first one it names is thrown. */
export const untouchable = new Proxy({} as Deps, {
  get: (_, name) => {
    throw new Error(`${String(name)} was touched`);
  },
});

/** How a call to a router ended: the code it was refused with, or what it touched. */
export async function endOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'answered';
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (cause instanceof DomainError) return cause.code;
    return cause instanceof Error ? cause.message : String(error);
  }
}
