import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const rotateAt = 5 * 1024 * 1024;
const kept = 3;

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** `name.log` becomes `name.log.1` and so on when it has grown past 5 MiB; the oldest of three is dropped. */
export function rotate(file: string): void {
  if (sizeOf(file) < rotateAt) return;
  for (let age = kept - 1; age >= 1; age -= 1) {
    if (sizeOf(`${file}.${age}`) > 0) renameSync(`${file}.${age}`, `${file}.${age + 1}`);
  }
  renameSync(file, `${file}.1`);
}

/** Where a process's output goes; called once per start. */
export function logFileFor(folder: string, name: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${name}.log`);
  rotate(file);
  return file;
}
