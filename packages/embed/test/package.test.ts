import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const source = join(import.meta.dirname, '..');
const command = (name: string) => join(source, '..', '..', 'node_modules', '.bin', name);

/** A project of a merchant with the packed package and React. */
let project: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'parley-embed-'));
  const modules = join(project, 'node_modules');
  const installed = join(modules, '@parley', 'embed');
  await mkdir(installed, { recursive: true });
  await mkdir(join(modules, '@types'));
  await run(command('pnpm'), ['pack', '--out', join(project, 'embed.tgz')], { cwd: source });
  await run('tar', ['-xzf', join(project, 'embed.tgz'), '--strip-components=1', '-C', installed]);
  for (const name of ['react', '@types/react']) {
    await symlink(join(source, 'node_modules', name), join(modules, name), 'junction');
  }
});
afterAll(() => rm(project, { recursive: true, force: true }));

test('the packed package can be imported, and exports what the README documents', async () => {
  await writeFile(
    join(project, 'index.mjs'),
    `import * as embed from '@parley/embed';
     import * as components from '@parley/embed/react';
     console.log(Object.keys({ ...embed, ...components }).sort().join());`,
  );
  const { stdout } = await run(process.execPath, [join(project, 'index.mjs')]);
  expect(stdout.trim()).toBe('Checkout,CheckoutOverlay,mountCheckout,openCheckout');
});

test('the packed package has types', async () => {
  await writeFile(
    join(project, 'page.tsx'),
    `import { type CheckoutHandle, mountCheckout, openCheckout } from '@parley/embed';
     import { Checkout, CheckoutOverlay } from '@parley/embed/react';
     const url = 'https://pay.example';
     export const handle: CheckoutHandle = openCheckout({ url });
     // @ts-expect-error: the container is missing.
     mountCheckout({ url });
     // @ts-expect-error: url is a string.
     export const inline = <Checkout url={1} />;
     export const overlay = (
       <CheckoutOverlay url={url} onEvent={(event) => event.type === 'error' && event.message} />
     );`,
  );
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    jsx: 'react-jsx',
    types: [],
    lib: ['es2022', 'dom'],
  };
  await writeFile(join(project, 'package.json'), '{"type":"module"}');
  await writeFile(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['page.tsx'] }),
  );
  const { stdout } = await run(command('tsc'), ['--project', project]).catch((error) => error);
  expect(stdout).toBe('');
});
