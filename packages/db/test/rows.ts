import { randomBytes } from 'node:crypto';
import { formatId, ID_RANDOM_BYTES, type IdPrefix } from '@parley/domain';
import { createTestDatabase } from '@parley/testing';
import type { CommitResult, SessionCommit, SessionWrite } from '../src/commit/session-commit.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../src/database.ts';
import type { Prisma } from '../src/generated/client.ts';
import { attemptCopy } from '../src/sql/attempt-copy.ts';
import type { Scope, SessionState } from '../src/sql/records.ts';

export { claimsOfAll, findDue } from './claims.ts';
export { createRoles } from './roles.ts';

export const newId = <P extends IdPrefix>(prefix: P) =>
  formatId(prefix, Date.now(), randomBytes(ID_RANDOM_BYTES));

/**
 * Opens a new database for one test file.
 * @param change options that differ, given the URL of the database
 */
export async function openTestDatabase(
  change: (
    url: string,
  ) => Partial<DatabaseOptions> | Promise<Partial<DatabaseOptions>> = () => ({}),
) {
  const { url, drop } = await createTestDatabase();
  const encryptionKeys = `k1:${randomBytes(32).toString('base64')}`;
  const database = openDatabase({
    url,
    encryptionKeys,
    // A busy machine may take long to open a connection or to insert many rows, which is not a failure.
    timeouts: { connectionMs: 30_000, statementMs: 60_000, responseMs: 65_000 },
    ...(await change(url)),
  });
  return {
    database,
    url,
    encryptionKeys,
    /** The environment of a child process that uses the same database. */
    env: { DATABASE_URL: url, PARLEY_ENCRYPTION_KEYS: encryptionKeys },
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

/** Inserts a merchant; returns its scope, in test mode by default. */
export async function addMerchant(
  { client }: Database,
  mode: Scope['mode'] = 'test',
): Promise<Scope> {
  const merchantId = newId('merch');
  await client.merchant.create({ data: { id: merchantId, name: 'Nord' } });
  return { merchantId, mode };
}

type SessionRow = Prisma.ProxySessionUncheckedCreateInput;
type AttemptRow = Prisma.AcquisitionAttemptUncheckedCreateInput;

/** Inserts a session whose attempt is unreserved; returns its id. */
export async function addSession(
  { client }: Database,
  scope: Scope,
  change: Partial<SessionRow> = {},
) {
  const now = new Date();
  const id = newId('psess');
  const row: SessionRow = {
    ...scope,
    id,
    status: 'created',
    buyerReference: 'buyer',
    metadata: {},
    amountMinor: 4200,
    currency: 'eur',
    cartVersion: 1,
    cartSnapshot: {},
    cartSetAt: now,
    attemptId: newId('pspacq'),
    quoteAmountMinor: 4200,
    quoteCurrency: 'eur',
    quoteCartVersion: 1,
    quoteObservedAt: now,
    finalAmountMinor: 4200,
    finalCurrency: 'eur',
    finalCartVersion: 1,
    finalizedAt: now,
    expiresAt: new Date(now.getTime() + 3_600_000),
    createdAt: now,
    updatedAt: now,
    ...change,
  };
  await client.proxySession.create({ data: row });
  return id;
}

/** Inserts an attempt, by default the current and only one of its session, which is canceled; returns its id. */
export async function addAttempt(
  { client }: Database,
  scope: Scope,
  proxySessionId: string,
  change: Partial<AttemptRow> = {},
) {
  const now = new Date();
  const id = newId('pspacq');
  const row: AttemptRow = {
    ...scope,
    id,
    proxySessionId,
    attemptNumber: 1,
    status: 'canceled',
    isCurrent: true,
    psp: 'provider',
    commercialMode: 'one_time',
    integrationPath: 'payment_intent',
    pricingMode: 'fixed',
    createdAt: now,
    updatedAt: now,
    ...change,
  };
  await client.acquisitionAttempt.create({ data: row });
  if (row.isCurrent) {
    const where = { merchantId: scope.merchantId, id: proxySessionId };
    await client.proxySession.updateMany({
      where,
      data: { attemptId: id, ...getAttemptCopy(row) },
    });
  }
  return id;
}

/** What the row of a session repeats of its current attempt. */
export const getAttemptCopy = (attempt: Partial<AttemptRow>) =>
  Object.fromEntries(
    Object.entries(attemptCopy).map(([field, ofAttempt]) => [field, attempt[ofAttempt]]),
  );

type SubscriptionRow = Prisma.SubscriptionUncheckedCreateInput;

/** Inserts an active subscription that was last read in 1970; returns its id. */
export async function addSubscription(
  { client }: Database,
  scope: Scope,
  { proxySessionId, attemptId }: Pick<SubscriptionRow, 'proxySessionId' | 'attemptId'>,
  change: Partial<SubscriptionRow> = {},
) {
  const now = new Date();
  const id = newId('psub');
  const row: SubscriptionRow = {
    ...scope,
    id,
    proxySessionId,
    attemptId,
    providerConfigId: 'pspcfg',
    buyerReference: 'buyer',
    psp: 'provider',
    providerSubscriptionId: `sub_${id}`,
    status: 'active',
    configurationStatus: 'unknown',
    cancelAtPeriodEnd: false,
    items: [],
    lastSyncedAt: new Date(0),
    createdAt: now,
    updatedAt: now,
    ...change,
  };
  await client.subscription.create({ data: row });
  return row.id;
}

/** The database, or a transaction. */
export interface Committer {
  readonly commit: (commit: SessionCommit) => Promise<CommitResult>;
}

/** The commit of a session that was read, which raises its version and changes nothing else by default. */
export const createCommit = (
  scope: Scope,
  { session, now }: SessionState,
  change: Partial<SessionWrite> = {},
): SessionCommit => ({
  scope,
  at: now,
  idempotency: null,
  session: {
    before: session,
    after: session,
    cart: null,
    attempts: [],
    payments: [],
    subscription: null,
    attachedObject: null,
    recordedEvent: null,
    history: [],
    events: [],
    ...change,
  },
});

/** Writes rows of a session as an operation does. */
export async function writeSession(
  database: Database,
  scope: Scope,
  id: string,
  write: (state: SessionState) => Partial<SessionWrite>,
  { commit }: Committer = database,
) {
  const loaded = await database.findSession(scope, id);
  if (!loaded) throw new Error(`there is no session ${id}`);
  return commit(createCommit(scope, loaded.session, write(loaded.session)));
}

/** Inserts an active provider account that nothing serves; returns its id. */
export async function addProviderConfig(database: Database, scope: Scope) {
  const id = newId('pspcfg');
  await database.forScope(scope).providerConfigs.insert({
    id,
    psp: 'provider',
    status: 'active',
    apiUrl: 'http://127.0.0.1:9',
    scriptUrl: 'http://127.0.0.1:9/v3',
    publishableKey: 'pk_test_provider',
    secretKey: 'sk_test_provider',
    webhookSecret: 'whsec_provider',
  });
  return id;
}

/** The columns of a reserved attempt, with a new provider account of its merchant. */
export async function reservedColumns(database: Database, scope: Scope) {
  const id = await addProviderConfig(database, scope);
  return {
    merchantProviderConfigId: id,
    reservedCartVersion: 1,
    providerOptionsFingerprint: 'a'.repeat(64),
    providerRetryNotAfter: new Date(Date.now() + 3_600_000),
    status: 'reserved',
  };
}

type NewEndpoint = Parameters<ReturnType<Database['forScope']>['webhookEndpoints']['insert']>[0];

/** Inserts an active webhook endpoint with its queues; returns its id. */
export async function addEndpoint(
  database: Database,
  scope: Scope,
  change: Partial<NewEndpoint> = {},
) {
  const id = change.id ?? newId('whend');
  await database.forScope(scope).webhookEndpoints.insert(
    {
      id,
      url: `https://shop.example/hook/${id}`,
      eventTypes: [],
      eventSchemaVersion: '2026-11-01',
      status: 'active',
      inactiveReason: null,
      inactiveSince: null,
      failingSince: null,
      createdAt: new Date(),
      ...change,
    },
    'whsec_c2VjcmV0',
  );
  return id;
}

/** Adds a secret key that expires. */
export async function addApiKey(
  database: Database,
  scope: Scope,
  name: string,
  expiresInHours: number,
  change: object = {},
): Promise<string> {
  const { id } = await database.client.apiKey.create({
    data: {
      ...scope,
      id: newId('key'),
      kind: 'secret',
      name,
      keyHash: randomBytes(32).toString('hex'),
      lastFour: 'abcd',
      expiresAt: new Date(Date.now() + expiresInHours * 3_600_000),
      ...change,
    },
  });
  return id;
}
