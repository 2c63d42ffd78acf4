import { Client } from 'pg';
import { describeServer, explainConnectionFailure } from '../sql/server-connection.ts';

/**
 * Runs `work` on a new connection and always closes it.
 * @throws Error that says why the server refused the connection and what to do
 */
export async function withConnection<Result>(
  databaseUrl: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  // If the server disconnects between two statements, the next statement rejects.
  client.on('error', () => {});
  await client.connect().catch((cause: unknown) => {
    const { reason, advice } = explainConnectionFailure(cause);
    throw new Error(`Could not connect to ${describeServer(databaseUrl)}: ${reason}. ${advice}`, {
      cause,
    });
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
