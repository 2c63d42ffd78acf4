import pg from 'pg';

/**
 * A connection on which PostgreSQL prepares no statement: it ignores their names. The pooler may run the
 * next transaction on another connection, where the name is missing or names another client's statement.
 */
export class UnpreparedClient extends pg.Client {
  // The many overloads of `query` pass their arguments on unchanged, but for the name.
  override query = ((config: unknown, ...rest: unknown[]) => {
    const isNamed = typeof config === 'object' && config !== null && 'name' in config;
    const unnamed = isNamed ? { ...config, name: undefined } : config;
    return Reflect.apply(pg.Client.prototype.query, this, [unnamed, ...rest]);
  }) as pg.Client['query'];
}
