import type { Deps } from '@parley/operations';

/** Carries the result of a transaction out of it while it is rolled back. */
class RolledBack extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('rolled back');
    this.result = result;
  }
}

/**
 * Dependencies with which an operation checks everything and changes nothing: its transaction is rolled
 * back, and its emails are not sent. For operations that write in one `database.transaction` only: a second
 * one would not see what the first wrote.
 */
export function dryRunDeps(deps: Deps): Deps {
  const { database, mail } = deps;
  return {
    ...deps,
    database: {
      ...database,
      transaction: async (scope, work) => {
        try {
          return await database.transaction(scope, async (tx) => {
            throw new RolledBack(await work(tx));
          });
        } catch (error) {
          if (error instanceof RolledBack) return error.result as Awaited<ReturnType<typeof work>>;
          throw error;
        }
      },
    },
    ...(mail ? { mail: { ...mail, mailer: { send: () => {} } } } : {}),
  };
}
