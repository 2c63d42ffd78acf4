import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backfill } from '@parley/db/migrations';
import { repository } from '../harness/previous-version.ts';

/** Migrations as the next version could have them, so that the schema differs in every run. */
const scripts = {
  '99990101000000_outcome_note':
    'ALTER TABLE proxy_session ADD COLUMN upgrade_note text, ADD COLUMN upgrade_count integer NOT NULL DEFAULT 0;',
  '99990102000000_outcome_note_check':
    "ALTER TABLE proxy_session ADD CONSTRAINT proxy_session_upgrade_note CHECK (upgrade_note <> '') NOT VALID;",
  '99990103000000_outcome_note_validated':
    'ALTER TABLE proxy_session VALIDATE CONSTRAINT proxy_session_upgrade_note;',
  '99990104000000_outcome_note_index':
    'CREATE INDEX CONCURRENTLY proxy_session_upgrade ON proxy_session (merchant_id, upgrade_note);',
};

export const backfill: Backfill = {
  name: 'upgrade_notes',
  table: 'proxy_session',
  key: ['id'],
  set: "upgrade_note = status || ' ' || id",
  where: 'upgrade_note IS NULL',
};

/** Copies the `prisma/` folder into `folder` and adds the migrations. Returns its path. */
export async function createExpandedMigrations(folder: string): Promise<string> {
  const directory = await mkdtemp(join(folder, 'prisma-'));
  await cp(`${repository}prisma`, directory, { recursive: true });
  for (const [name, sql] of Object.entries(scripts)) {
    await mkdir(join(directory, 'migrations', name));
    await writeFile(join(directory, 'migrations', name, 'migration.sql'), sql);
  }
  return directory;
}
