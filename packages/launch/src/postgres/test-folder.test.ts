import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deleteLeftovers } from './test-folder.ts';

it('deletes the folders of processes that have ended, and no others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-leftovers-'));
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const kept = ['another', `another-${ended}-x`, `parley-test-${process.pid}-x`, 'parley-test-x'];
  try {
    for (const name of [...kept, `parley-test-${ended}-x`])
      await mkdir(join(folder, name, 'data'), { recursive: true });
    await deleteLeftovers(folder);
    expect((await readdir(folder)).toSorted()).toEqual(kept.toSorted());
  } finally {
    await rm(folder, { recursive: true });
  }
});
