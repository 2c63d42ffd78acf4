import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { throwawayPostgres } from '@parley/launch/throwaway-postgres';
import {
  type Contender,
  httpContender,
  type LoadGenerator,
  openPostgresUsage,
  type PostgresUsage,
  startLoadGenerator,
} from './contender.ts';
import type { Measure } from './measures.ts';
import { prepareSessions } from './prepared-sessions.ts';
import type { Product } from './product.ts';
import type { Reference } from './reference.ts';
import type { Credentials } from './requests.ts';

/** Sessions that reads are about. */
const READ_SESSIONS = 10_000;

/** A PostgreSQL server with fsync, a folder for logs, and the load generator. */
export interface Environment {
  readonly adminUrl: string;
  readonly folder: string;
  readonly generator: LoadGenerator;
  readonly postgres: PostgresUsage;
  /** Registers something to stop before PostgreSQL. Returns it. */
  use<Stoppable extends { stop(): Promise<void> }>(started: Stoppable): Stoppable;
  stop(): Promise<void>;
}

export async function startEnvironment(): Promise<Environment> {
  const server = await throwawayPostgres({ durable: true });
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const generator = startLoadGenerator();
  const postgres = await openPostgresUsage(server.adminUrl);
  const started: { stop(): Promise<void> }[] = [];
  return {
    adminUrl: server.adminUrl,
    folder,
    generator,
    postgres,
    use(one) {
      started.push(one);
      return one;
    },
    async stop() {
      for (const one of started.toReversed()) await one.stop();
      generator.stop();
      await postgres.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const credentialsOf = ({ merchant }: Product): Credentials => ({
  secretKey: merchant.secretKey,
  publishableKey: merchant.publishableKey,
  pspConfigId: merchant.pspConfigId,
  webhookSecret: merchant.account.webhookSecret,
});

/** Prepares sessions and returns how each measure becomes a contender. */
export async function openContenders(
  { generator, postgres, use: register }: Environment,
  product: Product,
): Promise<(measure: Measure) => Contender> {
  const sessions = register(await prepareSessions(product));
  const readItems = await sessions.copy('created', READ_SESSIONS);
  await sessions.analyze();
  const credentials = credentialsOf(product);
  return ({ name, kind, use, template }) =>
    httpContender({
      name,
      generator,
      postgres,
      servers: product.apis,
      job: { kind, use, credentials },
      items: async (count) => {
        if (template === undefined) return [];
        return use === 'again' ? readItems : sessions.copy(template, count);
      },
    });
}

/** The reference server as a contender. */
export function referenceContender(
  { generator, postgres }: Environment,
  { server, items }: Reference,
  kind: Measure['baseline'],
  credentials: Credentials,
): Contender {
  const use = kind === 'referenceRead' ? 'again' : 'none';
  return httpContender({
    name: kind,
    generator,
    postgres,
    servers: [server],
    job: { kind, use, credentials },
    items: async () => (use === 'again' ? items : []),
  });
}
