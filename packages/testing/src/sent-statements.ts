import pg from 'pg';
import { isCluster } from './test-database.ts';

/** A statement that this process sent. */
export interface SentStatement {
  readonly text: string;
  /** Its parameters. */
  readonly values: readonly unknown[];
  readonly client: pg.Client;
  /**
   * On Citus, the shards of merchants that its commands name, each by the start of its range. Tables that
   * every node has are none of them.
   */
  readonly shards: ReadonlySet<string>;
  /** On Citus, the nodes that the coordinator sent commands to for it. */
  readonly nodes: ReadonlySet<string>;
}

/** A notice of Citus about a command. */
interface Command {
  readonly message?: string | undefined;
  readonly detail?: string | undefined;
}

interface Sent extends Pick<SentStatement, 'text' | 'values' | 'client'> {
  /** What Citus sent to nodes for it. */
  readonly commands: Command[];
}

type Query = pg.Client['query'];

/** Functions that receive what Citus sends to nodes for the current statement of a connection. */
const receivers = new WeakMap<pg.Client, (command: Command) => void>();

/** Calls a function with what Citus sends to nodes from the next statement of a connection on. */
function receiveCommands(client: pg.Client, query: Query, receive: (command: Command) => void) {
  if (!receivers.has(client)) {
    // Its first statement, which the driver sends while it connects, would have to wait.
    if (!(client as unknown as { readyForQuery: boolean }).readyForQuery) return;
    client.on('notice', (notice: Command) => receivers.get(client)?.(notice));
    void Reflect.apply(query, client, ['SET citus.log_remote_commands = on']);
  }
  receivers.set(client, receive);
}

/** Calls `work` and returns the statements that this process sent to a database meanwhile, in order. */
export async function recordStatements(
  databaseUrl: string,
  work: () => Promise<unknown>,
): Promise<SentStatement[]> {
  const database = new URL(databaseUrl).pathname.slice(1);
  const sent: Sent[] = [];
  let isRecording = true;
  const { prototype } = pg.Client;
  const { query } = prototype;
  prototype.query = function (
    this: pg.Client,
    ...args: [string | { text: string; values?: readonly unknown[] }]
  ) {
    if (this.database === database) {
      const [statement] = args;
      const commands: Command[] = [];
      const { text, values = [] } = typeof statement === 'string' ? { text: statement } : statement;
      sent.push({ text, values, client: this, commands });
      if (isCluster()) {
        receiveCommands(this, query, (command) => {
          if (isRecording) commands.push(command);
        });
      }
    }
    return Reflect.apply(query, this, args);
  } as Query;
  try {
    await work();
  } finally {
    prototype.query = query;
    isRecording = false;
  }
  const shards = await readShards(databaseUrl);
  return sent.map(({ text, values, client, commands }) => ({
    text,
    values,
    client,
    shards: new Set(
      commands
        .flatMap(({ message = '' }) => [...message.matchAll(/_(\d{6,})\b/g)])
        .flatMap(([, id = '']) => shards.get(id) ?? []),
    ),
    nodes: new Set(
      commands.flatMap(({ detail = '' }) => /on server (\S+)/.exec(detail)?.[1] ?? []),
    ),
  }));
}

/** The start of the range of each shard by its number, which the names of its tables end with. */
async function readShards(databaseUrl: string): Promise<ReadonlyMap<string, string>> {
  if (!isCluster()) return new Map();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; start: string }>(
      `SELECT shardid::text AS id, shardminvalue AS start FROM pg_dist_shard
       WHERE shardminvalue IS NOT NULL`,
    );
    return new Map(rows.map(({ id, start }) => [id, start]));
  } finally {
    await client.end();
  }
}
