import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../repository.ts';

const run = promisify(execFile);
const known = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

async function isExecutable(file: string): Promise<boolean> {
  return await access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function firstOf(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) if (await isExecutable(file)) return file;
  return undefined;
}

async function installed(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = folders.flatMap((folder) => known.map((name) => join(folder, name)));
  return await firstOf([...onPath, ...macApps]);
}

/** Playwright belongs to e2e, which is therefore the place to ask for it. */
async function playwrights(): Promise<string | undefined> {
  const e2e = createRequire(join(repository, 'e2e', 'package.json'));
  const { chromium }: { chromium: { executablePath: () => string } } = e2e('@playwright/test');
  return await firstOf([chromium.executablePath()]);
}

async function install(say: (line: string) => void): Promise<void> {
  if (
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    (await isExecutable('/usr/bin/apt-get'))
  ) {
    say('Installing Chromium with apt (once)…');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      env,
      maxBuffer: 64 * 1024 * 1024,
    });
    return;
  }
  say('Installing Chromium with Playwright (once)…');
  const cli = createRequire(join(repository, 'e2e', 'package.json')).resolve(
    '@playwright/test/cli',
  );
  await run(process.execPath, [cli, 'install', 'chromium'], { maxBuffer: 64 * 1024 * 1024 });
}

/** The browser for the e2e tests: the one named, the system's, Playwright's, or one installed now. */
export async function findChromium(
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<string> {
  const named = env.CHROMIUM_PATH;
  if (named) {
    if (await isExecutable(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, where there is nothing to run.`);
  }
  const found = (await installed(env)) ?? (await playwrights());
  if (found !== undefined) return found;
  await install(say).catch((error: unknown) => {
    throw new Error('Chromium could not be installed. Install it yourself, or set CHROMIUM_PATH.', {
      cause: error,
    });
  });
  const fresh = (await installed(env)) ?? (await playwrights());
  if (fresh !== undefined) return fresh;
  throw new Error('Chromium was installed but is not found: set CHROMIUM_PATH.');
}
