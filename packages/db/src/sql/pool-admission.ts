import type { Connection } from './client.ts';
import type { Scope } from './records.ts';
import type { QueryConnection } from './sql-connection.ts';

/** Shares the connections of the pool among merchants. */
export interface PoolAdmission {
  /**
   * Runs work that occupies one connection when its merchant may have a further one in this mode.
   * @throws DomainError service_unavailable if that takes too long; `work` has not begun then
   */
  readonly run: <T>(scope: Scope, work: () => Promise<T>) => Promise<T>;
  /** The number of calls of `run` that wait. */
  readonly waiting: () => number;
}

/** Admits all work at once. */
export const admitAtOnce: PoolAdmission = { run: (_, work) => work(), waiting: () => 0 };

/** The same connections, whose raw reads wait until they are admitted. */
export const admitReads = (db: Connection, scope: Scope, { run }: PoolAdmission): Connection =>
  new Proxy(db, {
    get(target, name) {
      if (name !== '$queryRaw') return Reflect.get(target, name);
      return (...query: Parameters<QueryConnection['$queryRaw']>) =>
        run(scope, async () => target.$queryRaw(...query));
    },
  });
