import { UnreadableSecret } from '@parley/db';
import { diagnoseRole, pendingMigrations } from '@parley/db/migrations';
import { DomainError, MAX_CLOCK_SKEW_SECONDS } from '@parley/domain';
import { countByKey } from './commands/encryption-key.ts';
import type { AdminContext } from './context.ts';

export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warn' | 'fail';
  /** What was found. */
  readonly message: string;
  /** How to fix it; null for `ok`. */
  readonly fix: string | null;
}

/** Seconds that a queue may be late before it is reported. */
const WARN_LAG_SECONDS = 60;
const FAIL_LAG_SECONDS = 600;
const PROVIDERS_AT_ONCE = 8;

export const ok = (name: string, message: string): Check => ({
  name,
  status: 'ok',
  message,
  fix: null,
});
export const warn = (name: string, message: string, fix: string): Check => ({
  name,
  status: 'warn',
  message,
  fix,
});
export const fail = (name: string, message: string, fix: string): Check => ({
  name,
  status: 'fail',
  message,
  fix,
});

export async function checkServer({ database }: AdminContext): Promise<Check[]> {
  const { version, citusVersion, isStandby, databaseBytes } =
    await database.diagnostics.readServer();
  if (isStandby) {
    const fix = 'Promote it, or set DATABASE_URL to the primary server.';
    return [fail('database', `PostgreSQL ${version} is a standby and accepts no writes`, fix)];
  }
  const citus = citusVersion ? ` with Citus ${citusVersion}` : '';
  const size = `${(databaseBytes / 1024 ** 2).toFixed(0)} MiB`;
  return [ok('database', `PostgreSQL ${version}${citus}; size ${size}`)];
}

export async function checkMigrations(databaseUrl: string): Promise<Check[]> {
  const pending = await pendingMigrations(databaseUrl);
  if (pending.length === 0) return [ok('migrations', 'every migration is applied')];
  const fix = 'Run npm run admin -- migrate, see “Upgrading” in docs/operation.md.';
  return [fail('migrations', `not applied: ${pending.join(', ')}`, fix)];
}

/** Processes need no right to change tables. In development, the owner of the tables runs them. */
export async function checkRole(databaseUrl: string, nodeEnv: string): Promise<Check[]> {
  const { name, isOwner, missingGrants } = await diagnoseRole(databaseUrl);
  if (missingGrants.length > 0) {
    const message = `${missingGrants.length} grants differ: ${missingGrants[0]}`;
    const fix = 'Run npm run admin -- migrate, which updates the grants.';
    return [fail('database roles', message, fix)];
  }
  if (!isOwner) return [ok('database roles', `${name} cannot change tables`)];
  const message = `${name} can change and drop tables`;
  if (nodeEnv !== 'production') return [ok('database roles', `${message}, in development`)];
  const fix =
    'Run npm run admin -- database-roles, and give the processes and this command a DATABASE_URL of the role for processes.';
  return [warn('database roles', message, fix)];
}

export async function checkClocks({ database }: AdminContext): Promise<Check[]> {
  const before = Date.now();
  const { now } = await database.diagnostics.readServer();
  const after = Date.now();
  const aheadMs = Math.max(0, now.getTime() - after) + Math.min(0, now.getTime() - before);
  const nodes = await database.diagnostics.compareNodeClocks();
  return [
    clockCheck('database server', 'this machine', aheadMs / 1_000),
    ...nodes.map(({ node, aheadSeconds }) =>
      clockCheck(`node ${node}`, 'coordinator', aheadSeconds),
    ),
  ];
}

function clockCheck(clock: string, reference: string, aheadSeconds: number): Check {
  const name = `clock of ${clock}`;
  if (Math.abs(aheadSeconds) < MAX_CLOCK_SKEW_SECONDS) return ok(name, `agrees with ${reference}`);
  const direction = aheadSeconds > 0 ? 'ahead of' : 'behind';
  const message = `${Math.abs(aheadSeconds).toFixed(1)} s ${direction} ${reference}`;
  return warn(name, message, 'Synchronize both machines, for example with NTP.');
}

export async function checkEncryptionKeys({ database }: AdminContext): Promise<Check[]> {
  const keys = await countByKey(database.sealedValues);
  const unreadable = await database.sealedValues.openSamples();
  return keys.map(({ id, role, values }) => {
    const name = `encryption key ${id ?? '(no id)'}`;
    const message = `${role}, ${values} values`;
    const wrong = unreadable.find(({ keyId }) => keyId === id);
    if (wrong) {
      const fix = `Set ${id} in PARLEY_ENCRYPTION_KEYS to the key that was in use when the values were encrypted; after a restore, when the backup was made (docs/backup.md).`;
      return fail(name, `${message}. ${wrong.message}`, fix);
    }
    if (role === 'primary') return ok(name, message);
    if (role === 'unknown') {
      const fix = `Add ${id} to PARLEY_ENCRYPTION_KEYS. Without it these values cannot be decrypted. After a restore, use the keys of the time of the backup (docs/backup.md).`;
      return fail(name, message, fix);
    }
    const fix =
      values > 0
        ? 'Run npm run admin -- encryption-key rotate.'
        : 'Remove it from PARLEY_ENCRYPTION_KEYS once every process encrypts with the primary key.';
    return warn(name, message, fix);
  });
}

/** The encryption keys that are configured, without a look at the values that they encrypt. */
export function checkKeyring({ database: { sealedValues } }: AdminContext): Check {
  const { keyIds, primaryKeyId } = sealedValues;
  const older = keyIds.filter((id) => id !== primaryKeyId);
  const others = older.length > 0 ? `, older: ${older.join(', ')}` : '';
  return ok('encryption keys', `primary: ${primaryKeyId}${others}; values not counted`);
}

export async function checkProviders({ database, deps }: AdminContext): Promise<Check[]> {
  const accounts = await database.diagnostics.listActiveProviderConfigs();
  const waiting = accounts.map((account) => async (): Promise<Check> => {
    const name = `provider config ${account.id}`;
    try {
      const config = await database.forScope(account).providerConfigs.find(account.id);
      if (!config) return ok(name, 'deleted meanwhile');
      const found = await deps.connectProvider(config).readAccount();
      if (found) return ok(name, `reachable at ${config.apiUrl}`);
      const fix = `Its merchant has to replace the key with PATCH /v1/provider_configs/${account.id}.`;
      return fail(name, `${config.apiUrl} rejected the secret key`, fix);
    } catch (error) {
      if (error instanceof UnreadableSecret) {
        return fail(name, error.message, 'See the encryption keys above.');
      }
      if (!(error instanceof DomainError)) throw error;
      const fix = 'Check the network of this machine and the status page of the provider.';
      return fail(name, error.message, fix);
    }
  });
  const checks: Check[] = [];
  while (waiting.length > 0) {
    const next = waiting.splice(0, PROVIDERS_AT_ONCE);
    checks.push(...(await Promise.all(next.map((check) => check()))));
  }
  return checks;
}

const MAIL_HINT = 'Check that a worker runs with SMTP_URL and MAIL_FROM, and what it logs.';

export async function checkQueues({ database }: AdminContext): Promise<Check[]> {
  const depths = await database.diagnostics.readQueueDepths();
  const { providerEventsFailed: failed, providerEventsParked: parked } = depths;
  return [
    lagCheck('events without deliveries', depths.outboxWaiting, depths.outboxLagSeconds),
    await checkFanOut(database),
    lagCheck('webhook deliveries', depths.deliveriesWaiting, depths.webhookLagSeconds),
    lagCheck('provider events', depths.providerEventsWaiting, depths.providerEventLagSeconds),
    lagCheck('messages', depths.mailsWaiting, depths.mailLagSeconds, MAIL_HINT),
    lagCheck('receipts to email', depths.receiptsWaiting, depths.receiptLagSeconds, MAIL_HINT),
    failed === 0
      ? ok('failed provider events', 'none')
      : warn(
          'failed provider events',
          `${failed} failed`,
          'Run npm run admin -- queue inspect, correct the cause and retry them.',
        ),
    ok('parked provider events', parked === 0 ? 'none' : `${parked} parked`),
  ];
}

/** Merchants or sessions that a message names at most. */
const MAX_NAMED = 5;

export async function checkSessions({ database }: AdminContext): Promise<Check[]> {
  const { compared, different } = await database.diagnostics.compareSessions();
  if (different.length === 0) return [ok('sessions', `${compared} compared`)];
  const named = different.slice(0, MAX_NAMED).map(({ id }) => id);
  const more = different.length > MAX_NAMED ? ' and others' : '';
  return [
    fail(
      'sessions',
      `${different.length} of ${compared} differ from their attempt or payments: ${named.join(', ')}${more}`,
      'Correct attempt_* and payment_status of proxy_session from the rows of acquisition_attempt and payment. Find out what wrote them without the service.',
    ),
  ];
}

async function checkFanOut(database: AdminContext['database']): Promise<Check> {
  const name = 'merchants without deliveries';
  const failures = await database.diagnostics.listFanOutFailures(MAX_NAMED + 1);
  if (failures.length === 0) return ok(name, 'none');
  const named = failures.slice(0, MAX_NAMED).map((one) => one.merchantId);
  const more = failures.length > MAX_NAMED ? ' and others' : '';
  return fail(
    name,
    `the events of ${named.join(', ')}${more} could not become deliveries`,
    'See "events of a merchant set aside" in the log of the worker. It tries again by itself once the cause is gone.',
  );
}

function lagCheck(
  name: string,
  waiting: number,
  lagSeconds: number,
  fix = 'Check that a worker runs and what it logs. Start more workers if they are busy.',
): Check {
  const message = `${waiting} waiting, the oldest for ${Math.round(lagSeconds)} s`;
  if (lagSeconds < WARN_LAG_SECONDS) return ok(name, message);
  return lagSeconds < FAIL_LAG_SECONDS ? warn(name, message, fix) : fail(name, message, fix);
}
