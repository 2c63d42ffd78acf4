import { print } from './report.ts';
import { createSessionCopies, type Originals, type SessionCopies } from './session-copies.ts';

const BATCH = 50_000;
const CONNECTIONS = 2;

/**
 * Fills a database with copies of sessions of the last 30 days. Foreign keys are not checked.
 * @param url the database, for a superuser
 * @param templates names of originals, which the copies take in turn
 */
export async function fillSessions(
  url: string,
  originals: Originals,
  templates: readonly string[],
  total: number,
): Promise<void> {
  const copies: SessionCopies[] = [];
  const began = performance.now();
  const batchSize = Math.min(BATCH, Math.ceil(total / 10));
  let next = 1;
  let inserted = 0;
  try {
    for (let i = 0; i < CONNECTIONS; i++) copies.push(await createSessionCopies(url, originals));
    await Promise.all(
      copies.map(async ({ client, spread }) => {
        await client.query('SET session_replication_role = replica');
        while (next <= total) {
          const batch = { first: next, last: Math.min(next + batchSize - 1, total) };
          next = batch.last + 1;
          await spread(batch, { templates, total });
          inserted += batch.last - batch.first + 1;
          const seconds = ((performance.now() - began) / 1_000).toFixed(0);
          print(`${inserted.toLocaleString('en')} sessions after ${seconds} s`);
        }
      }),
    );
  } finally {
    for (const one of copies) await one.stop();
  }
}
