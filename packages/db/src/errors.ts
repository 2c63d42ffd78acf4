import { DomainError } from '@parley/domain';
import pg from 'pg';
import { Prisma } from './generated/client.ts';

/** A guarded update found no row: somebody else wrote first although the session was locked. */
export class StaleWrite extends Error {
  override readonly name = 'StaleWrite';
}

/** @throws StaleWrite when a guarded update did not write exactly one row */
export function guarded(count: number, table: string): void {
  if (count !== 1) throw new StaleWrite(`${count} rows of ${table} written, not 1`);
}

/** Unique indexes whose violation is the caller's affair. */
const conflicts: Readonly<Record<string, DomainError>> = {
  acquisition_attempt_root_object: new DomainError(
    'provider_object_conflict',
    'object_id is already bound to another attempt.',
  ),
  acquisition_attempt_setup_intent: new DomainError(
    'provider_object_conflict',
    'object_id is already bound to another attempt.',
  ),
};

interface Cause {
  /** The adapter's own word, which a raw query's error has no code of Prisma's for. */
  readonly kind: string | undefined;
  readonly code: string | undefined;
  readonly constraint: string | undefined;
}

/** What PostgreSQL said, dug out of Prisma's wrapping where there is one. */
function causeOf(error: unknown): Cause {
  if (error instanceof pg.DatabaseError) {
    return { kind: undefined, code: error.code, constraint: error.constraint };
  }
  const meta = error instanceof Prisma.PrismaClientKnownRequestError ? error.meta : undefined;
  const adapter = (meta?.driverAdapterError as { cause?: Record<string, unknown> } | undefined)
    ?.cause;
  const constraint = adapter?.constraint as { index?: string; fields?: string[] } | undefined;
  const message = adapter?.originalMessage;
  const named = typeof message === 'string' ? /constraint "([^"]+)"/.exec(message)?.[1] : undefined;
  const original = adapter?.originalCode;
  const kind = adapter?.kind;
  return {
    kind: typeof kind === 'string' ? kind : undefined,
    code: typeof original === 'string' ? original : undefined,
    constraint: constraint?.index ?? named,
  };
}

/** Whether the same transaction may succeed if it is run again: serialization failure, deadlock. */
export function isRetryable(error: unknown): boolean {
  const { code } = causeOf(error);
  return (
    code === '40001' ||
    code === '40P01' ||
    (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2034')
  );
}

/** Whether a lock was not to be had in time. */
export function isLockTimeout(error: unknown): boolean {
  return causeOf(error).code === '55P03';
}

const unreachable = new Set([
  'P1001', // cannot reach the server
  'P1002', // it did not answer in time
  'P1008', // operation timed out
  'P1017', // it closed the connection
  'P2024', // no connection from the pool in time
  'P2028', // the transaction could not be begun, or was closed by a time-out
  'P2037', // too many connections
]);
const unreachableKinds = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
]);
/** What the driver says, without any code, of a connection that broke or was not made in time. */
const brokenConnection =
  /^(Connection terminated|timeout (expired|exceeded)|Client (has encountered a connection error|was closed))/;
/** Classes 08 (connection), 53 (resources), 57 (shut down, canceled by time-out). */
const unavailableStates = /^(08|53|57)/;

function isUnavailable(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    const { kind = '', code = '' } = causeOf(error);
    return (
      unreachable.has(error.code) || unreachableKinds.has(kind) || unavailableStates.test(code)
    );
  }
  if (error instanceof Error && brokenConnection.test(error.message)) return true;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|08|53|57)/.test(code);
}

/** Messages quote the values of a query, which are nobody's business in a log. */
function withoutValues(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) return refused([error.code, error.constraint]);
  if (!(error instanceof Error) || !error.name.startsWith('PrismaClient')) return error;
  const { code, constraint } = causeOf(error);
  const known = error instanceof Prisma.PrismaClientKnownRequestError ? error.code : error.name;
  // The last line says what is wrong; those before it show the query.
  const reason = code === undefined ? error.message.trim().split('\n').at(-1) : '';
  return refused([known, code, constraint], reason);
}

function refused(parts: readonly (string | undefined)[], reason = ''): Error {
  const said = parts.filter((part) => part !== undefined).join(', ');
  return new Error(`the database refused (${said}) ${reason}`.trim());
}

/**
 * The domain's word for a failure of the database, where it has one; anything else ends as
 * internal_error, with what failed but none of the values in it.
 */
export function translate(error: unknown): unknown {
  if (error instanceof DomainError || error instanceof StaleWrite) return error;
  const { constraint } = causeOf(error);
  const conflict = constraint === undefined ? undefined : conflicts[constraint];
  if (conflict) return new DomainError(conflict.code, conflict.message);
  if (isLockTimeout(error) || isUnavailable(error)) {
    return new DomainError('service_unavailable', undefined, { retryAfterSeconds: 1 });
  }
  return withoutValues(error);
}
