import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Everything that decides what an install would bring. */
function inputs(repository) {
  const folders = ['apps', 'packages'].filter((folder) => existsSync(join(repository, folder)));
  const manifests = folders.flatMap((folder) =>
    readdirSync(join(repository, folder)).map((name) => `${folder}/${name}/package.json`),
  );
  const files = ['package.json', 'e2e/package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'];
  return [...files, ...manifests.sort()].filter((file) => existsSync(join(repository, file)));
}

const fileIn = (repository) => join(repository, 'node_modules', '.parley-install');

/** Equal as long as an install would change nothing. */
export function installStamp(repository) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  for (const file of inputs(repository)) {
    hash.update(`${file}\n`).update(readFileSync(join(repository, file)));
  }
  return hash.digest('hex');
}

export function isStamped(repository, stamp) {
  try {
    return readFileSync(fileIn(repository), 'utf8') === stamp;
  } catch {
    return false;
  }
}

export function writeStamp(repository, stamp) {
  writeFileSync(fileIn(repository), stamp);
}
