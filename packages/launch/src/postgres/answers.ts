import { Client } from 'pg';

/** Whether the server takes a connection and a query; why not is in the error of `connectionProblem`. */
export async function postgresAnswers(url: string): Promise<boolean> {
  return (await connectionProblem(url)) === undefined;
}

export async function connectionProblem(url: string): Promise<Error | undefined> {
  try {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('SELECT 1');
    } finally {
      await client.end();
    }
    return undefined;
  } catch (error) {
    // A refused dual-stack connection is an AggregateError without a message of its own.
    if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0];
    return error instanceof Error ? error : new Error(String(error));
  }
}
