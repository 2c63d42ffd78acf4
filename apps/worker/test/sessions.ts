import { getRoot, startOperations } from '@parley/operations/testing';
import type { ProviderOutcome } from '@parley/provider';
import pino from 'pino';
import { createWorkerReport } from '../src/worker-report.ts';

/** A database with one merchant and a stub provider. */
export async function startSessions() {
  const operations = await startOperations();
  const { deps, database, scope, providerConfigId, stub } = operations;
  const lines: Record<string, unknown>[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });

  return {
    deps,
    database,
    scope,
    providerConfigId,
    lines,
    /** The environment of a worker process on the same database. */
    workerEnv: operations.env,
    report: createWorkerReport(logger),
    /** Sets the outcome of an object at the provider, or the error of reading it. */
    setOutcome: (objectId: string, outcome: ProviderOutcome | Error): void => {
      const failed = outcome instanceof Error;
      stub.objects.set(objectId, failed ? outcome : getRoot(objectId, outcome));
    },
    /** Returns the objects closed at the provider since the last call. */
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
    /** Creates a session whose checkout session is open. Objects that are not bound can belong to it. */
    openCheckout: () => operations.withCheckoutSession(),
    /** Creates a session that can be paid with this provider object. */
    payable: async (objectId: string): Promise<string> =>
      (await operations.payable({}, objectId)).id,
    /** The statuses of the session and its current attempt. */
    readStatuses: async (id: string) => {
      const { session, attempt } = await operations.read(id);
      return [session.status, attempt.status];
    },
    stop: operations.close,
  };
}

export type Sessions = Awaited<ReturnType<typeof startSessions>>;
