import { rootOf, startOperations } from '@parley/operations/testing';
import type { ProviderOutcome } from '@parley/provider';
import pino from 'pino';
import { createSweepReport } from '../src/sweep-report.ts';

/** What a worker works on: a database with one merchant, whose provider does what it is told. */
export async function startSessions() {
  const operations = await startOperations();
  const { deps, database, scope, pspConfigId, stub } = operations;
  const lines: Record<string, unknown>[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });

  return {
    deps,
    database,
    scope,
    pspConfigId,
    lines,
    /** What a worker process of its own needs to work on the same. */
    workerEnv: operations.env,
    report: createSweepReport(logger),
    /** How an object stands at the provider, or why it cannot be read. */
    setOutcome: (objectId: string, outcome: ProviderOutcome | Error): void => {
      const failed = outcome instanceof Error;
      stub.objects.set(objectId, failed ? outcome : rootOf(objectId, outcome));
    },
    /** The objects that were closed at the provider since this was asked last. */
    takeClosed: (): string[] =>
      stub.calls
        .splice(0)
        .filter((call) => call.startsWith('close '))
        .map((call) => call.slice('close '.length)),
    open: async (): Promise<string> => (await operations.session()).id,
    reserved: async (): Promise<string> => {
      const { id } = await operations.session();
      await operations.reserve(id);
      return id;
    },
    /** A session whose payer can pay by this object. */
    payable: async (objectId: string): Promise<string> =>
      (await operations.payable({}, objectId)).id,
    /** How the session and its current attempt stand. */
    standing: async (id: string) => {
      const { session, attempt } = await operations.read(id);
      return [session.status, attempt.status];
    },
    stop: operations.close,
  };
}

export type Sessions = Awaited<ReturnType<typeof startSessions>>;
