import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

// Runs a Node program and restarts it when something changes in the watched folders:
// restart-on-change.ts --watch src --watch ../../packages/db/src -- --inspect src/main.ts
//
// `node --watch` and chokidar watch files, which Linux identifies by inode. Once a rename has replaced a
// file, as `git checkout` and editors do, they miss its changes. This program watches folders only, and
// starts to watch all of them again before each start, so that it misses no replaced or new folder.

/** A checkout or an editor writes several files in a row. */
const SETTLE_MS = 100;

const { values, positionals: program } = parseArgs({
  options: { watch: { type: 'string', multiple: true, default: [] } },
  allowPositionals: true,
});
const roots = values.watch.map((folder) => resolve(folder));

const isIgnored = (file: string) => /\.test\.tsx?$/.test(file);

/** Calls `report` with the paths of changes in the roots. Returns a function that ends this. */
function watchRoots(report: (path: string) => void): () => void {
  const watchers: FSWatcher[] = [];
  const add = (folder: string, onEntry: (name: string) => void) => {
    const watcher = watch(folder, (_event, name) => onEntry(name ?? ''));
    watcher.on('error', () => report(folder));
    watchers.push(watcher);
  };
  const addTree = (folder: string) => {
    add(folder, (name) => {
      if (!isIgnored(name)) report(join(folder, name));
    });
    // After the folder itself: one that is created meanwhile is listed, reported or both.
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) ignoreMissing(() => addTree(join(folder, entry.name)));
    }
  };
  for (const root of roots) {
    // Reports that the root itself is created again.
    add(dirname(root), (name) => {
      if (name === basename(root)) report(root);
    });
    ignoreMissing(() => addTree(root));
  }
  return () => {
    for (const watcher of watchers) watcher.close();
  };
}

/** A folder that is deleted meanwhile is reported by the one that contains it. */
function ignoreMissing(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

const log = (line: string) => process.stderr.write(`${line}\n`);

async function logFailure(child: ChildProcess): Promise<void> {
  const [code, signal] = await once(child, 'exit');
  if (code === 0 || child.killed) return;
  log(`The program failed (${signal ?? `exit code ${code}`}). It starts again on the next change.`);
}

let child: ChildProcess | undefined;

/** Sends SIGTERM to the program and waits for its end. */
async function stopProgram(): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stopProgram().finally(() => process.exit()));
}

for (;;) {
  const change = Promise.withResolvers<string>();
  const stopWatching = watchRoots(change.resolve);
  child = spawn(process.execPath, program, { stdio: 'inherit' });
  void logFailure(child);
  log(`Restarting after a change of ${await change.promise}`);
  await stopProgram();
  await delay(SETTLE_MS);
  stopWatching();
}
