import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import type { Scope } from '@parley/db';
import { ARCHIVE_BATCH, type ArchivedSession } from '@parley/operations';
import { z } from 'zod';
import { CommandFailure } from './errors.ts';
import { syncFolder, writeNewFile } from './new-file.ts';

const FORMAT_VERSION = 1;
const ENDING = '.ndjson.gz';

/** A file with sessions of one merchant and mode that were created in one month. */
export interface ArchivePart extends Scope {
  readonly file: string;
  /** In UTC, such as 2026-11. */
  readonly month: string;
  /** Exists once the sessions are deleted in the database. */
  readonly manifest: string;
}

const manifestSchema = z.object({
  sessions: z.int(),
  first_id: z.string(),
  last_id: z.string(),
  sha256: z.string(),
});

/** Creates the folder of the files, which only this user can open. */
export async function createFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await syncFolder(dirname(folder));
}

/** Removes the unfinished files of commands that were killed. */
export async function removePartials(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.partial'));
  for (const name of names) await rm(join(folder, name));
}

/**
 * Names a new part. The time makes the name unique also in a folder from which parts were moved elsewhere, and
 * sorts the parts of a month.
 * @throws Error if the part exists, which would be replaced
 */
export function namePart(folder: string, scope: Scope, month: string, at: Date): ArchivePart {
  const time = at.toISOString().replace(/[-:.]/g, '');
  const part = toPart(folder, `${scope.merchantId}.${scope.mode}.${month}.${time}${ENDING}`);
  if (existsSync(part.file))
    throw new Error(`${part.file} exists. Check the clock of this machine.`);
  return part;
}

function toPart(folder: string, name: string): ArchivePart {
  const [merchant, mode, month = ''] = name.split('.');
  const merchantId = merchant as Scope['merchantId'];
  const file = join(folder, name);
  const manifest = `${file.slice(0, -ENDING.length)}.json`;
  return { file, manifest, merchantId, mode: mode === 'live' ? 'live' : 'test', month };
}

/**
 * The parts of one merchant, or of all, oldest first within a mode and month.
 * @throws CommandFailure if the folder cannot be read
 */
export async function listParts(folder: string, merchantId = ''): Promise<ArchivePart[]> {
  const names = await readdir(folder).catch(({ code }: NodeJS.ErrnoException) => {
    throw new CommandFailure(`The folder ${folder} cannot be read (${code}).`);
  });
  return names
    .filter((name) => name.endsWith(ENDING))
    .sort()
    .map((name) => toPart(folder, name))
    .filter((part) => merchantId === '' || part.merchantId === merchantId);
}

export const isFinished = ({ manifest }: ArchivePart): boolean => existsSync(manifest);

const compress = promisify(gzip);

/** Writes a part. Each batch is a gzip member of its own; together they are one gzip file. */
export const writePart = (
  { file }: ArchivePart,
  batches: AsyncIterable<readonly ArchivedSession[]>,
): Promise<void> =>
  writeNewFile(file, async (partial) => {
    for await (const batch of batches) {
      const text = batch.map((session) => `${JSON.stringify(session)}\n`).join('');
      await partial.writeFile(await compress(text));
    }
  });

/**
 * Reads the sessions of a part in batches.
 * @throws Error for a damaged file
 */
export async function* readPart({ file }: ArchivePart): AsyncGenerator<ArchivedSession[]> {
  const text = createGunzip().setEncoding('utf8');
  // An error destroys the output too, so that the loop throws it.
  pipeline(createReadStream(file), text).catch(() => {});
  let [batch, rest]: [ArchivedSession[], string] = [[], ''];
  for await (const chunk of text) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      batch.push(JSON.parse(line));
      if (batch.length < ARCHIVE_BATCH) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Writes the manifest of a part, whose sessions are no longer in the database. */
export async function finishPart(part: ArchivePart): Promise<number> {
  let ids: string[] = [];
  for await (const batch of readPart(part)) ids = ids.concat(batch.map(({ id }) => id));
  ids.sort();
  const manifest = {
    format_version: FORMAT_VERSION,
    merchant_id: part.merchantId,
    livemode: part.mode === 'live',
    month: part.month,
    sessions: ids.length,
    first_id: ids[0] ?? '',
    last_id: ids.at(-1) ?? '',
    sha256: await hashFile(part.file),
  };
  await writeNewFile(part.manifest, (file) => file.writeFile(`${JSON.stringify(manifest)}\n`));
  return ids.length;
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/**
 * Changes the sessions of a part. The manifest is removed meanwhile, so that it never contradicts the part.
 * @param change returns a session as it will be, or null to remove it
 */
export async function rewritePart(
  part: ArchivePart,
  change: (session: ArchivedSession) => ArchivedSession | null,
): Promise<void> {
  const wasFinished = isFinished(part);
  await rm(part.manifest, { force: true });
  await syncFolder(dirname(part.file));
  await writePart(part, changeBatches(part, change));
  if (wasFinished) await finishPart(part);
}

async function* changeBatches(
  part: ArchivePart,
  change: (session: ArchivedSession) => ArchivedSession | null,
) {
  for await (const batch of readPart(part)) yield batch.flatMap((session) => change(session) ?? []);
}

/**
 * Reads the manifest of a part and compares the part with it; null for a part without one.
 * @throws CommandFailure if the part differs
 */
export async function verifyPart(part: ArchivePart) {
  if (!isFinished(part)) return null;
  const manifest = manifestSchema.parse(JSON.parse(await readFile(part.manifest, 'utf8')));
  if ((await hashFile(part.file)) === manifest.sha256) return manifest;
  throw new CommandFailure(
    `${part.file} differs from its manifest. Restore both files from a copy, then run the command again.`,
  );
}

/**
 * Erases a buyer in the parts of a merchant.
 * @param erase returns the erased session; null for a session of another buyer
 * @returns the number of sessions, and the files that have them
 */
export async function eraseInParts(
  folder: string,
  merchantId: string,
  erase: (session: ArchivedSession) => ArchivedSession | null,
  dryRun: boolean,
): Promise<{ sessions: number; files: string[] }> {
  const found = { sessions: 0, files: [] as string[] };
  for (const part of await listParts(folder, merchantId)) {
    await verifyPart(part);
    let sessions = 0;
    for await (const batch of readPart(part)) sessions += batch.filter(erase).length;
    if (sessions === 0) continue;
    if (!dryRun) await rewritePart(part, (session) => erase(session) ?? session);
    found.sessions += sessions;
    found.files.push(part.file);
  }
  return found;
}
