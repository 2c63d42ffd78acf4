import { DomainError } from '@parley/domain';
import pg from 'pg';
import { Prisma } from '../generated/client.ts';

/** A guarded update matched no row because another transaction had changed it. */
export class StaleWrite extends Error {
  override readonly name = 'StaleWrite';
}

/** @throws StaleWrite when a guarded update did not write exactly one row */
export function requireOneRow(count: number, table: string): void {
  if (count !== 1)
    throw new StaleWrite(`the update of ${table} matched ${count} rows instead of 1`);
}

/** Unique indexes whose violation is reported to the caller. */
const conflicts: Readonly<Record<string, DomainError>> = {
  acquisition_attempt_root_object: new DomainError(
    'provider_object_conflict',
    'object_id is already bound to another attempt. Send the id of an object created for this attempt.',
  ),
  payment_pkey: new DomainError(
    'provider_object_conflict',
    'The provider object is already recorded as a payment of another session.',
  ),
  dashboard_user_email_key: new DomainError(
    'invalid_request',
    'This email now belongs to another account. Use another one, or sign in to that account.',
  ),
  acquisition_attempt_setup_intent: new DomainError(
    'provider_object_conflict',
    'object_id is already bound to another attempt. Send the id of an object created for this attempt.',
  ),
};

/** What the driver reported, by the error that replaced it: apart from it, because it may quote query values. */
const driverErrors = new WeakMap<object, unknown>();

/** What the driver reported for an error that may be translated. */
export const getDriverError = (error: unknown): unknown => driverErrors.get(Object(error)) ?? error;

interface Cause {
  /** The driver adapter's error kind; errors of raw queries have no Prisma code. */
  readonly kind: string | undefined;
  readonly code: string | undefined;
  readonly constraint: string | undefined;
  readonly message: unknown;
}

/** The name of a constraint or index without the number of the shard that Citus appends to it. */
const withoutShard = (name: string | undefined) => name?.replace(/_\d{6,}$/, '');

/** The coordinator of Citus repeats the message of an error, but not its other fields. */
const constraintNamedIn = (message: string) => /constraint "([^"]+)"/.exec(message)?.[1];

/** The PostgreSQL error inside a Prisma error, or the error itself. */
function getCause(given: unknown): Cause {
  const error = getDriverError(given);
  if (error instanceof pg.DatabaseError) {
    const { code, constraint = constraintNamedIn(error.message), message } = error;
    return { kind: undefined, code, constraint: withoutShard(constraint), message };
  }
  const meta = error instanceof Prisma.PrismaClientKnownRequestError ? error.meta : undefined;
  const adapter = (meta?.driverAdapterError as { cause?: Record<string, unknown> } | undefined)
    ?.cause;
  const constraint = adapter?.constraint as { index?: string; fields?: string[] } | undefined;
  const message = adapter?.originalMessage;
  const named = typeof message === 'string' ? constraintNamedIn(message) : undefined;
  const original = adapter?.originalCode;
  const kind = adapter?.kind;
  return {
    kind: typeof kind === 'string' ? kind : undefined,
    code: typeof original === 'string' ? original : undefined,
    constraint: withoutShard(constraint?.index ?? named),
    message,
  };
}

/**
 * Whether a migration changed the type of a column that a statement returns, after its connection had
 * prepared it. The pool closes the connection, and the next one prepares the statement again.
 */
export function isStalePlan({ code, message }: Pick<Cause, 'code' | 'message'>): boolean {
  return code === '0A000' && message === 'cached plan must not change result type';
}

/**
 * Whether the transaction may succeed on a retry: serialization failure, deadlock, or a statement that
 * must be prepared again.
 */
export function isRetryable(given: unknown): boolean {
  const error = getDriverError(given);
  const cause = getCause(error);
  const { code } = cause;
  return (
    isStalePlan(cause) ||
    code === '40001' ||
    code === '40P01' ||
    (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2034')
  );
}

/** Whether lock_timeout ended the statement. */
export function isLockTimeout(error: unknown): boolean {
  return getCause(error).code === '55P03';
}

/** Whether lock_timeout ended a statement of pg while it waited for a row of this table. */
export function isLockTimeoutOn(error: unknown, table: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    isLockTimeout(error) &&
    new RegExp(`"${table}(_\\d+)?"`).test(error.where ?? '')
  );
}

/** Messages of Citus for a node that went down. Their code is that of any internal error. */
const brokenNode =
  /^(failure on connection marked as essential|server closed the connection unexpectedly|failed to COPY to shard)/;

function isBrokenNode(error: unknown): boolean {
  const { code, message } = getCause(error);
  return code === 'XX000' && typeof message === 'string' && brokenNode.test(message);
}

/**
 * Whether PostgreSQL refused a statement of pg and rolled it back, and parts of it may succeed. After a broken
 * connection or a shutdown the statement may have been committed, and another try would fail too, as on a server
 * that accepts no writes.
 */
export function isRolledBack(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    !isBrokenNode(error) &&
    !/^(08|25006|28|3D|53|57P)/.test(error.code ?? '08')
  );
}

/** Whether statement_timeout ended the statement. A node of Citus may have committed it all the same. */
export function isTimeout(error: unknown): boolean {
  return getCause(error).code === '57014';
}

/** The SQLSTATE with which the function for commits ends itself, because a row that it guards had changed. */
export const INCOMPLETE_COMMIT = 'PC001';

export const isIncompleteCommit = (error: unknown): boolean =>
  getCause(error).code === INCOMPLETE_COMMIT;

/** Whether the database lacks a function that a statement calls. */
export const isMissingFunction = (error: unknown): boolean => getCause(error).code === '42883';

const unreachable = new Set([
  'P1001', // cannot reach the server
  'P1002', // server did not respond in time
  'P1008', // operation timed out
  'P1017', // server closed the connection
  'P2024', // timed out waiting for a pooled connection
  'P2028', // transaction could not start, or timed out
  'P2037', // too many connections
]);
const unreachableKinds = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
]);
/** Driver messages, which have no code, for a connection that broke, got stuck or could not be made in time. */
const brokenConnection =
  /^(Connection terminated|Query read timeout|timeout (expired|exceeded( when trying to connect)?)|Client (has encountered a connection error|was closed))/;
/**
 * SQLSTATE classes 08 (connection), 28 (user or password refused), 3D (no such database), 53 (resources) and 57
 * (shutdown, timeout), and that of a server that accepts no writes.
 */
const unavailableStates = /^(08|25006|28|3D|53|57)/;
/** Codes of the operating system. */
const brokenNetwork = /^(EAI_AGAIN|ECONN|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EPIPE|ETIMEDOUT)/;

/**
 * The error to report while the database cannot serve a request. A retry may succeed after a second.
 * @param cause is logged
 */
export const unavailable = (cause?: unknown): DomainError =>
  new DomainError('service_unavailable', undefined, {
    retryAfterSeconds: 1,
    cause: withoutValues(cause),
  });

/** The error to report for a violated unique index; null for any other error. */
export function getConflict(error: unknown): DomainError | null {
  const { constraint } = getCause(error);
  const conflict = constraint === undefined ? undefined : conflicts[constraint];
  return conflict ? new DomainError(conflict.code, conflict.message) : null;
}

function isUnavailable(error: unknown): boolean {
  if (isBrokenNode(error)) return true;
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    const { kind = '', code = '' } = getCause(error);
    return (
      unreachable.has(error.code) || unreachableKinds.has(kind) || unavailableStates.test(code)
    );
  }
  if (error instanceof Error && brokenConnection.test(error.message)) return true;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && (unavailableStates.test(code) || brokenNetwork.test(code));
}

/** Replaces a message that may quote query values, which must not reach a log. */
function withoutValues(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) return databaseError([error.code, error.constraint]);
  if (!(error instanceof Error) || !error.name.startsWith('PrismaClient')) return error;
  const { code, constraint } = getCause(error);
  const known = error instanceof Prisma.PrismaClientKnownRequestError ? error.code : error.name;
  // The last line is the reason; the lines before it quote the query.
  const reason = code === undefined ? error.message.trim().split('\n').at(-1) : '';
  return databaseError([known, code, constraint], reason);
}

/** The codes of an outage. Its message may name the host, the user and the database. */
function withoutAddress(error: unknown): Error {
  const { kind, code } = getCause(error);
  const { code: known, name, message = '' } = Object(error) as Partial<Error> & { code?: string };
  const found = [known, code ?? kind, brokenConnection.exec(message)?.[0]];
  const parts = [...new Set(found.filter((part) => part !== undefined))];
  return new Error(`the database is unavailable (${parts.join(', ') || name})`);
}

function databaseError(parts: readonly (string | undefined)[], reason = ''): Error {
  const details = parts.filter((part) => part !== undefined).join(', ');
  return new Error(`the database refused (${details}) ${reason}`.trim());
}

/**
 * Runs `work` and translates its errors: a conflict or an outage becomes a DomainError; any other
 * database error is replaced by one without query values, which callers report as internal_error.
 */
export async function translateErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translate(error);
  }
}

function translate(error: unknown): unknown {
  if (error instanceof DomainError || error instanceof StaleWrite) return error;
  const isAway = isLockTimeout(error) || isStalePlan(getCause(error)) || isUnavailable(error);
  const translated =
    getConflict(error) ?? (isAway ? unavailable(withoutAddress(error)) : withoutValues(error));
  if (translated !== error) driverErrors.set(Object(translated), error);
  return translated;
}
