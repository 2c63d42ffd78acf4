import { DomainError } from '@parley/domain';
import type { Deps } from '@parley/operations';

/** Dependencies for a call that must end before it uses any: the first access throws its name. */
export const untouchable = new Proxy({} as Deps, {
  get: (_, name) => {
    throw new Error(`${String(name)} was touched`);
  },
});

/**
 * Dependencies in which every key exists, or none for null. Any other use of the database throws its
 * scope.
 */
export function databaseWithKey(kind: 'secret' | 'publishable' | null): Deps {
  const record = kind && { kind, id: 'key_1', merchantId: 'merch_1', mode: 'test', scopes: [] };
  const forScope = (scope: object) => {
    throw new Error(`database was touched: ${JSON.stringify(scope)}`);
  };
  const database = {
    apiKeysByHash: { find: async () => record, findHolder: async () => record },
    forScope,
    transaction: forScope,
    now: async () => new Date(),
    commit: ({ scope }: { scope: object }) => forScope(scope),
    findSession: forScope,
    sessionViews: { find: forScope, findWithCarts: forScope },
  };
  return { database } as unknown as Deps;
}

/** The result of a call: its error code, the dependency it touched, or "succeeded". */
export async function waitForEnd(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'succeeded';
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (cause instanceof DomainError) return cause.code;
    return cause instanceof Error ? cause.message : String(error);
  }
}
