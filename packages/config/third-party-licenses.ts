import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The folder of a package, with the last `node_modules` of the path of one of its files. */
const packageFolder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** Finds the license and notices of a package, or names its license if it contains no text of it. */
async function readLicense(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  );
  const files = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && /^(licen[cs]e|notice|copying)/i.test(entry.name))
    .map((entry) => join(folder, entry.name));
  const texts = await Promise.all(files.sort().map((file) => readFile(file, 'utf8')));
  if (texts.length === 0 && !license) throw new Error(`${name} in the bundle has no license.`);
  return [`${name} ${version}: ${license}`, ...texts.map((text) => text.trim())].join('\n\n');
}

/**
 * Writes THIRD-PARTY-LICENSES.txt into the folder of a bundle: the licenses of all packages that are in it.
 * @param files that the bundle was made of
 */
export async function writeThirdPartyLicenses(
  dist: string,
  files: readonly string[],
): Promise<void> {
  const folders = new Set(files.flatMap((file) => packageFolder.exec(resolve(file)) ?? []));
  const licenses = await Promise.all([...folders].map(readLicense));
  const text = [...new Set(licenses)].sort().join(`\n\n${'-'.repeat(80)}\n\n`);
  await writeFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), `${text}\n`);
}
