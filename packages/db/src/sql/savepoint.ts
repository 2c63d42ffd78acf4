import type { Connection } from './client.ts';

/** Runs `step` inside a savepoint of a transaction: if it throws, its writes are rolled back. */
export async function runInSavepoint<T>(db: Connection, step: () => Promise<T>): Promise<T> {
  await db.$executeRaw`SAVEPOINT nested`;
  try {
    const result = await step();
    await db.$executeRaw`RELEASE SAVEPOINT nested`;
    return result;
  } catch (error) {
    await db.$executeRaw`ROLLBACK TO SAVEPOINT nested`;
    throw error;
  }
}
