import type { Connection } from './client.ts';
import { Prisma } from './generated/client.ts';
import { claimRows, type Lease } from './leases.ts';

const table = { name: 'sweep', keys: ['name'] };

/**
 * Leases a due sweep to one worker; false when it is not due or another worker has it. A new sweep is
 * due at once, so its time is truncated: the column would round it up, to after the claim.
 */
export async function claimSweep(
  db: Connection,
  name: string,
  lease: Omit<Lease, 'limit'>,
): Promise<boolean> {
  await db.$executeRaw`
    INSERT INTO sweep (name, due_at) VALUES (${name}, date_trunc('milliseconds', now()))
    ON CONFLICT DO NOTHING`;
  const rows = await claimRows(
    db,
    table,
    { ...lease, limit: 1 },
    {
      ready: Prisma.sql`name = ${name} AND due_at <= now()`,
      order: Prisma.sql`due_at`,
      returning: Prisma.sql`t.name`,
    },
  );
  return rows.length === 1;
}

/** Finishes the sweep leased with `token` and makes it due again in `inSeconds`. */
export async function finishSweep(
  db: Connection,
  name: string,
  token: string,
  inSeconds: number,
): Promise<void> {
  await db.$executeRaw`
    UPDATE sweep SET lease_token = NULL, leased_until = NULL,
      due_at = now() + make_interval(secs => ${inSeconds})
    WHERE name = ${name} AND lease_token = ${token}`;
}
