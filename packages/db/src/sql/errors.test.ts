import { DomainError } from '@parley/domain';
import pg from 'pg';
import { expect, it } from 'vitest';
import { Prisma } from '../generated/client.ts';
import {
  isLockTimeoutOn,
  isRetryable,
  isRolledBack,
  requireOneRow,
  StaleWrite,
  translateErrors,
} from './errors.ts';
import { retryConflicts } from './retry-conflicts.ts';

const clientVersion = '7.10.0';
/** An error of Prisma that carries the driver's error, as a failed query does. */
const prismaError = (code: string, cause?: Record<string, unknown>, message = 'failed') =>
  new Prisma.PrismaClientKnownRequestError(message, {
    code,
    clientVersion,
    ...(cause && { meta: { driverAdapterError: { cause } } }),
  });
/** An error of pg with the SQLSTATE `code`. */
const pgError = (code: string, more: object = {}) =>
  Object.assign(new pg.DatabaseError('value "4111" is wrong', 1, 'error'), { code, ...more });
const stalePlan = () =>
  Object.assign(new pg.DatabaseError('cached plan must not change result type', 1, 'error'), {
    code: '0A000',
  });
/** What Citus reports when a node goes down during a statement. */
const brokenNode = Object.assign(
  new pg.DatabaseError('failure on connection marked as essential: 127.0.0.1:7701', 1, 'error'),
  { code: 'XX000' },
);
const systemError = (code: string) => Object.assign(new Error('failed'), { code });
const translated = (error: unknown) =>
  translateErrors(() => Promise.reject(error)).catch((caught: unknown) => caught);

it.each([
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'].map((code) =>
    prismaError(code),
  ),
  ...[
    'DatabaseNotReachable',
    'ConnectionClosed',
    'SocketTimeout',
    'TlsConnectionError',
    'TooManyConnections',
  ].map((kind) => prismaError('P2010', { kind })),
  ...['08006', '25006', '28000', '28P01', '3D000', '53300', '57014', '57P01', '55P03'].map(
    (originalCode) => prismaError('P2010', { originalCode }),
  ),
  ...['08006', '25006', '28000', '28P01', '3D000', '53300', '57P03', '55P03'].map((code) =>
    pgError(code),
  ),
  brokenNode,
  prismaError('P2010', {
    originalCode: 'XX000',
    originalMessage: 'server closed the connection unexpectedly',
  }),
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'].map(
    systemError,
  ),
  ...['EHOSTUNREACH', 'ENETUNREACH'].map(systemError),
  ...[
    'Connection terminated unexpectedly',
    'timeout expired',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ].map((message) => new Error(message)),
  new Prisma.PrismaClientInitializationError('no server', clientVersion),
])('an outage of the database is service_unavailable: %s', async (error) => {
  const result = await translated(error);
  expect(result).toBeInstanceOf(DomainError);
  expect(result).toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 1 });
});

it.each([
  [
    'an unreachable server',
    prismaError('P2010', { kind: 'DatabaseNotReachable' }),
    'P2010, DatabaseNotReachable',
  ],
  ['a shutdown', prismaError('P2010', { kind: 'postgres', originalCode: '57P01' }), 'P2010, 57P01'],
  ['a lock timeout of pg', pgError('55P03'), '55P03'],
  ['a refused connection', systemError('ECONNREFUSED'), 'ECONNREFUSED'],
  [
    'a busy pool',
    new Error('timeout exceeded when trying to connect'),
    'timeout exceeded when trying to connect',
  ],
  [
    'a broken connection',
    new Error('Connection terminated unexpectedly at db.internal'),
    'Connection terminated',
  ],
  ['a node of Citus that went down', brokenNode, 'XX000'],
  [
    'a server of another kind',
    new Prisma.PrismaClientInitializationError('no server at db.internal', clientVersion),
    'PrismaClientInitializationError',
  ],
])('the cause of an outage by %s has its codes but no other text', async (_, error, codes) => {
  const cause = new Error(`the database is unavailable (${codes})`);
  expect(await translated(error)).toHaveProperty('cause', cause);
});

it('a transaction that conflicts at every try names the conflict', async () => {
  const failed = retryConflicts(() => Promise.reject(pgError('40001'))).catch((error) => error);
  expect(await failed).toMatchObject({
    code: 'service_unavailable',
    cause: new Error('the database refused (40001)'),
  });
});

it.each([
  ['of pg', pgError('23514', { constraint: 'a_check' }), '(23514, a_check)'],
  ['without a constraint', pgError('22001'), '(22001)'],
  [
    'of a constraint that only the message names',
    prismaError('P2010', {
      originalCode: '23514',
      originalMessage: 'new row (4111) violates check constraint "a_check"',
    }),
    '(P2010, 23514, a_check)',
  ],
  [
    'of an index',
    prismaError('P2002', { originalCode: '23505', constraint: { index: 'an_index' } }),
    '(P2002, 23505, an_index)',
  ],
  [
    'that the database did not see',
    prismaError(
      'P2025',
      undefined,
      'Invalid call:\n  where: { card: 4111 }\n\nNo record was found',
    ),
    '(P2025) No record was found',
  ],
  [
    'of a wrong query',
    new Prisma.PrismaClientValidationError('where: { card: 4111 }\nUnknown argument', {
      clientVersion,
    }),
    '(PrismaClientValidationError) Unknown argument',
  ],
])('an error %s keeps its codes but no value of its query', async (_, error, details) => {
  expect(await translated(error)).toEqual(new Error(`the database refused ${details}`));
});

it.each([
  'acquisition_attempt_root_object',
  'acquisition_attempt_setup_intent',
  // On a shard of Citus.
  'acquisition_attempt_setup_intent_102028',
])('a violation of %s is a conflict about the object', async (index) => {
  const error = prismaError('P2002', { originalCode: '23505', constraint: { index } });
  expect(await translated(error)).toMatchObject({
    code: 'provider_object_conflict',
    message:
      'object_id is already bound to another attempt. Send the id of an object created for this attempt.',
  });
});

it('a violation on a shard, which the coordinator reports by its message alone, is a conflict', async () => {
  const error = Object.assign(
    new pg.DatabaseError('violates unique constraint "payment_pkey_102090"', 1, 'error'),
    { code: '23505' },
  );
  expect(await translated(error)).toMatchObject({ code: 'provider_object_conflict' });
});

it('an error that is none of the database stays as it is', async () => {
  const defect = new TypeError('a defect');
  expect(await translated(defect)).toBe(defect);
  const refusal = new DomainError('not_found');
  expect(await translated(refusal)).toBe(refusal);
});

it.each([
  ['40001', true],
  ['23505', true],
  ['57014', true],
  ['08006', false],
  ['53300', false],
  ['57P01', false],
  ['25006', false],
  ['28P01', false],
  ['22P08', true],
  ['2253X', true],
])('PostgreSQL rolled back a statement that failed with %s: %s', (code, expected) => {
  expect(isRolledBack(pgError(code))).toBe(expected);
});

it('a statement whose connection broke may have been committed', () => {
  expect(isRolledBack(new pg.DatabaseError('gone', 1, 'error'))).toBe(false);
  expect(isRolledBack(systemError('ECONNRESET'))).toBe(false);
  expect(isRolledBack(brokenNode)).toBe(false);
});

it('a lock timeout names the table whose row was locked', () => {
  const where = 'while locking tuple (0,1) in relation "idempotency_record"';
  const locked = pgError('55P03', { where });
  expect(isLockTimeoutOn(locked, 'idempotency_record')).toBe(true);
  expect(isLockTimeoutOn(locked, 'idempotency')).toBe(false);
  expect(isLockTimeoutOn(pgError('55P03'), 'idempotency_record')).toBe(false);
  expect(isLockTimeoutOn(pgError('40001', { where }), 'idempotency_record')).toBe(false);
  const inPrisma = Object.assign(prismaError('P2010', { originalCode: '55P03' }), { where });
  expect(isLockTimeoutOn(inPrisma, 'idempotency_record')).toBe(false);
});

it.each([
  ['a serialization failure', pgError('40001'), true],
  ['a deadlock', pgError('40P01'), true],
  ['a conflict of Prisma', prismaError('P2034'), true],
  ['a statement whose result type has changed', stalePlan(), true],
  ['another feature that is missing', pgError('0A000'), false],
  ['a violated constraint', pgError('23505'), false],
  ['another error of Prisma', prismaError('P2002'), false],
  ['a defect', new TypeError('a defect'), false],
])('work may succeed on another try after %s: %s', (_, error, expected) => {
  expect(isRetryable(error)).toBe(expected);
});

it('an update must match one row', () => {
  expect(() => requireOneRow(1, 'payment')).not.toThrow();
  const error = new StaleWrite('the update of payment matched 0 rows instead of 1');
  expect(() => requireOneRow(0, 'payment')).toThrow(error);
  expect(error.name).toBe('StaleWrite');
  expect(() => requireOneRow(2, 'payment')).toThrow(StaleWrite);
});
