import {
  describeServer,
  explainConnectionFailure,
  readConnection,
} from '@parley/db/server-connection';
import { DomainError } from '@parley/domain';

/** A command that was called in a way that cannot work. The process exits with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A command that found or left a problem after it printed its result. The process exits with 1. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

/** The SQLSTATE of a statement that the role may not execute. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** The text of an error for the terminal. Only an unexpected error shows its stack. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isOutage(error)) return 'The database is not available.';
  if ((error as { readonly code?: unknown }).code === INSUFFICIENT_PRIVILEGE) {
    return `PostgreSQL refused a statement: ${error.message}. Give the command a DATABASE_URL of the owner of the tables. database-roles also needs CREATEROLE, unless both roles exist.`;
  }
  const isExpected =
    error instanceof DomainError ||
    error instanceof UsageError ||
    error instanceof CommandFailure ||
    error.constructor === Error;
  return isExpected ? error.message : (error.stack ?? error.message);
}

/** Whether the database was not available. */
export const isOutage = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.code === 'service_unavailable';

/** Finds out why the database is not available, by another connection. */
export async function explainOutage(outage: DomainError, databaseUrl: string) {
  const server = describeServer(databaseUrl);
  try {
    await readConnection(databaseUrl);
    const { message } = outage.cause instanceof Error ? outage.cause : outage;
    return {
      message: `${server} accepts connections, but ${message}`,
      fix: 'Check the load and the log of the server.',
    };
  } catch (error) {
    const { reason, advice } = explainConnectionFailure(error);
    return { message: `${server} is not reachable: ${reason}`, fix: advice };
  }
}
