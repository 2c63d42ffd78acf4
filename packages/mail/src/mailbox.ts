import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailContent, MailHeaders } from './render-mail.ts';

/** An email that was stored instead of sent. */
export interface StoredMail extends MailContent, Partial<MailHeaders> {
  readonly id: string;
  readonly to: string;
  /** RFC 3339. */
  readonly at: string;
}

/** The emails of development: one JSON file each. */
export function createMailbox(folder: string) {
  let latestMs = 0;
  return {
    save: async (to: string, content: MailContent, headers?: MailHeaders): Promise<void> => {
      // Later than the one before, so that emails of one millisecond keep their order.
      latestMs = Math.max(Date.now(), latestMs + 1);
      const at = new Date(latestMs).toISOString();
      const id = `${at.replaceAll(/\D/g, '')}-${randomBytes(4).toString('hex')}`;
      const mail: StoredMail = { id, to, at, ...content, ...headers };
      await mkdir(folder, { recursive: true });
      // The emails contain links that sign people up, so only this user may read them.
      const file = join(folder, `${id}.json`);
      await writeFile(`${file}.new`, JSON.stringify(mail, null, 2), { mode: 0o600 });
      await rename(`${file}.new`, file);
    },

    /** The newest emails, newest first. */
    list: async (limit: number): Promise<StoredMail[]> => {
      const names = await readdir(folder).catch((): string[] => []);
      const newest = names
        .filter((name) => name.endsWith('.json'))
        .toSorted()
        .toReversed();
      const texts = newest.slice(0, limit).map((name) => readFile(join(folder, name), 'utf8'));
      return (await Promise.all(texts)).map((text) => JSON.parse(text) as StoredMail);
    },
  };
}
