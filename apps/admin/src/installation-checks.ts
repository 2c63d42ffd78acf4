import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { DEMO_EMAIL } from '@parley/demo/demo-email';
import { isLoopback } from '@parley/environment/schemas';
import { testMail } from '@parley/mail';
import { createMailer, verifySmtp } from '@parley/mail/mailer';
import type { z } from 'zod';
import { type Check, fail, ok, warn } from './checks.ts';
import type { AdminContext } from './context.ts';
import type { environment } from './env.ts';

type Env = z.infer<typeof environment>;

/** Shares of a disk that are free. */
const WARN_FREE = 0.15;
const FAIL_FREE = 0.05;

/** Checks the disk of a database server on this machine. Others do not show theirs. */
export async function checkDisk({ database }: AdminContext, databaseUrl: string): Promise<Check[]> {
  const { dataDirectory } = await database.diagnostics.readServer();
  const isHere = isLoopback(databaseUrl) || new URL(databaseUrl).hostname === '';
  const disk = isHere && dataDirectory ? await statfs(dataDirectory).catch(() => null) : null;
  return [describeDisk(disk, dataDirectory ?? undefined)];
}

/** @param disk null if the folder is not on this machine */
export function describeDisk(
  disk: Pick<StatsFs, 'bavail' | 'blocks' | 'bsize'> | null,
  folder: string | undefined,
): Check {
  if (!disk) return ok('disk', 'not visible from here; monitor that of the database server');
  const free = disk.bavail / disk.blocks;
  const gibibytes = ((disk.bavail * disk.bsize) / 1024 ** 3).toFixed(1);
  const message = `${gibibytes} GiB (${Math.round(free * 100)} %) free in ${folder}`;
  if (free >= WARN_FREE) return ok('disk', message);
  const fix = `Enlarge the disk of ${folder}, or set shorter retention periods (docs/operation.md).`;
  return free < FAIL_FREE ? fail('disk', message, fix) : warn('disk', message, fix);
}

/** Checks that the database can be restored to a recent second, as far as its server shows. */
export async function checkWalArchive(
  { database }: AdminContext,
  nodeEnv: Env['NODE_ENV'],
): Promise<Check[]> {
  const name = 'WAL archive';
  const { isOn, lastArchivedAt, failingSegment } = await database.diagnostics.readWalArchive();
  const last = lastArchivedAt?.toISOString() ?? 'never';
  if (failingSegment) {
    const fix =
      'Correct archive_command: the log of PostgreSQL has its error. Until then, WAL fills the disk and later changes cannot be restored.';
    return [fail(name, `${failingSegment} cannot be archived; last success: ${last}`, fix)];
  }
  if (isOn) return [ok(name, `last segment archived: ${last}`)];
  if (nodeEnv !== 'production') return [ok(name, 'off, in development')];
  const fix =
    'Set up backups as in docs/backup.md. Ignore this on a managed database with point-in-time recovery.';
  return [warn(name, 'archive_mode is off', fix)];
}

/**
 * Connects to the SMTP server and signs in.
 * @param testAddress receives a test email
 */
export async function checkMail(
  { SMTP_URL: smtpUrl, MAIL_FROM: from, MAIL_DIR: folder }: Env,
  testAddress: string | undefined,
): Promise<Check[]> {
  if (smtpUrl === undefined) {
    if (folder) return [ok('email', `stored in ${folder} instead of being sent`)];
    const fix = 'Give this command SMTP_URL and MAIL_FROM of the dashboard.';
    return [warn('email', 'SMTP_URL is not set here, so it was not checked', fix)];
  }
  // The URL contains a password.
  const { hostname, port } = new URL(smtpUrl);
  const server = port ? `${hostname}:${port}` : hostname;
  if (from === undefined) {
    const fix = 'Set it to an address that the SMTP server accepts as sender.';
    return [fail('email', 'MAIL_FROM is not set', fix)];
  }
  try {
    await verifySmtp(smtpUrl);
    if (testAddress) await sendTestMail(smtpUrl, from, testAddress);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [fail('email', `${server}: ${reason}`, smtpFix(error))];
  }
  const sent = testAddress ? `, a test email to ${testAddress} was accepted` : '';
  return [ok('email', `${server} accepts the sign-in${sent}`)];
}

async function sendTestMail(smtpUrl: string, from: string, to: string): Promise<void> {
  const failures: unknown[] = [];
  const mailer = createMailer({ smtpUrl, from, onFailure: (error) => failures.push(error) });
  mailer.send(to, testMail());
  await mailer.idle();
  if (failures.length > 0) throw failures[0];
}

function smtpFix(error: unknown): string {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EAUTH':
      return 'Correct the user and password in SMTP_URL. Encode special characters, such as %40 for @.';
    case 'EENVELOPE':
      return 'Check that the server accepts MAIL_FROM as sender and the recipient.';
    case 'ETLS':
      return 'Check the certificate of the server, and smtps:// for port 465 or smtp:// for port 587.';
    default:
      return 'Check host and port in SMTP_URL and the firewall: smtps:// for port 465, smtp:// for port 587.';
  }
}

/** In production, there must be no demo user: their password is in a file, and the demo provider takes no money. */
export async function checkDemo(
  { database }: AdminContext,
  nodeEnv: Env['NODE_ENV'],
): Promise<Check[]> {
  const [user] = await database.diagnostics.listUsers({ email: DEMO_EMAIL });
  if (!user) return [ok('demo data', 'none')];
  const message = `the demo user ${DEMO_EMAIL} exists`;
  if (nodeEnv !== 'production') return [ok('demo data', `${message}, in development`)];
  const fix = 'Use an empty database in production. Set NODE_ENV=development if this is none.';
  return [fail('demo data', message, fix)];
}
