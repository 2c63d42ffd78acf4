import type { PspConfigId } from '@parley/domain';
import type { Connection } from './client.ts';
import { translateErrors } from './errors.ts';
import type { Scope } from './records.ts';

export interface ServerInfo {
  /** Such as 18.1. */
  readonly version: string;
  readonly citusVersion: string | null;
  /** Size of the database on the server that DATABASE_URL names, in bytes; on Citus, the coordinator. */
  readonly databaseBytes: number;
  /** The server's clock. */
  readonly now: Date;
}

/** What an operator checks about the database. */
export interface Diagnostics {
  readServer(): Promise<ServerInfo>;
  /** The active provider accounts of all merchants. */
  listActivePspConfigs(): Promise<(Scope & { readonly id: PspConfigId })[]>;
  /** Seconds for which the oldest webhook queue of an endpoint has been due; 0 if none is. */
  readWebhookLagSeconds(): Promise<number>;
}

export function diagnostics(db: Connection): Diagnostics {
  return {
    readServer: () =>
      translateErrors(async () => {
        const [server] = await db.$queryRaw<ServerInfo[]>`
          SELECT current_setting('server_version') AS version,
            (SELECT extversion FROM pg_extension WHERE extname = 'citus') AS "citusVersion",
            pg_database_size(current_database())::float8 AS "databaseBytes", clock_timestamp() AS now`;
        if (!server) throw new Error('the server returned no row');
        return server;
      }),
    listActivePspConfigs: () =>
      translateErrors(
        () => db.$queryRaw`
          SELECT merchant_id AS "merchantId", mode, id FROM psp_config
          WHERE status = 'active' ORDER BY merchant_id, id`,
      ),
    readWebhookLagSeconds: () =>
      translateErrors(async () => {
        const [row] = await db.$queryRaw<{ seconds: number }[]>`
          SELECT COALESCE(EXTRACT(epoch FROM now() - min(due_at)), 0)::float8 AS seconds
          FROM webhook_endpoint_queue WHERE due_at IS NOT NULL`;
        return Math.max(0, row?.seconds ?? 0);
      }),
  };
}
