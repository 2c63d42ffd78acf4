import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { repository } from '../harness/previous-version.ts';
import type { Installation } from './installation.ts';

const run = promisify(execFile);

interface KeyUse {
  readonly id: string;
  /** Number of values encrypted with the key. */
  readonly values: number;
}

/**
 * Replaces the encryption key of an installation, as docs/operation.md describes.
 * @param replaceProcesses replaces every process, one after another, by one with these keys
 * @returns what is wrong; nothing is expected
 */
export async function rotateKey(
  { merchant: { url, encryptionKeys: k1 } }: Installation,
  replaceProcesses: (name: string, encryptionKeys: string) => Promise<void>,
): Promise<string[]> {
  const k2 = `k2:${randomBytes(32).toString('base64')}`;
  const readKeys = async (command: string): Promise<KeyUse[]> => {
    const args = ['apps/admin/src/main.ts', 'encryption-key', command, '--json'];
    const env = {
      PATH: process.env.PATH,
      DATABASE_URL: url,
      PARLEY_ENCRYPTION_KEYS: `${k2},${k1}`,
    };
    const { stdout } = await run(process.execPath, args, { cwd: repository, env });
    return JSON.parse(stdout).keys;
  };
  await replaceProcesses('with a second key', `${k1},${k2}`);
  await replaceProcesses('with the second key first', `${k2},${k1}`);
  await readKeys('rotate');
  const keys = await readKeys('list');
  const count = (wanted: string) => keys.find(({ id }) => id === wanted)?.values ?? 0;
  await replaceProcesses('without the first key', k2);
  // The provider account has two secrets, each of the endpoints one.
  if (count('k2') >= 4 && count('k1') === 0) return [];
  return [`encrypted values by key: ${JSON.stringify(keys)}`];
}
