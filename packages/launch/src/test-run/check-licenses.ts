import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../repository.ts';
import { type Outcome, singleOutcome } from './outcome.ts';

/** Licenses of packages that run in production, as their package.json names them. */
const allowed = [
  '(Apache-2.0 OR MIT)',
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND MIT',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
];

/** Packages with another license, and why it is acceptable. */
const exceptions: Readonly<Record<string, string>> = {
  'caniuse-lite': 'CC-BY-4.0: data that only the build reads',
  geist: 'SIL Open Font License: a font, which may be embedded',
};
/** LGPL-3.0: a library that Next.js loads for images, which Parley does not optimize, and does not change. */
const isException = (name: string) => name in exceptions || name.startsWith('@img/sharp-libvips-');

type Licenses = Readonly<Record<string, readonly { readonly name: string }[]>>;

/** Compares the licenses of the installed packages for production with those that are allowed. Needs no network. */
export async function checkLicenses(log: (line: string) => void): Promise<Outcome> {
  const pnpm = join(repository, 'node_modules', '.bin', 'pnpm');
  const { stdout } = await promisify(execFile)(
    pnpm,
    ['licenses', 'list', '--recursive', '--prod', '--json'],
    { cwd: repository, maxBuffer: 64 * 1024 ** 2 },
  );
  const refused = Object.entries(JSON.parse(stdout) as Licenses)
    .filter(([license]) => !allowed.includes(license))
    .flatMap(([license, packages]) => packages.map(({ name }) => ({ license, name })))
    .filter(({ name }) => !isException(name));
  for (const { name, license } of refused) log(`${name} has the license ${license}.`);
  return singleOutcome('licenses', refused.length === 0);
}
