import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../repository.ts';

const commandNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const aptGet = '/usr/bin/apt-get';

export interface FindChromiumOptions {
  readonly log: (line: string) => void;
  /** Interrupts an installation. */
  readonly signal: AbortSignal;
  /** Replaced in tests. */
  readonly machine?: Machine;
}

/** What the search needs from the machine. */
export interface Machine {
  readonly isExecutable: (file: string) => Promise<boolean>;
  readonly canUseApt: () => Promise<boolean>;
  /** The path of the browser that Playwright would install. */
  readonly playwrightBrowser: () => string;
  readonly run: (command: string, args: readonly string[], signal: AbortSignal) => Promise<unknown>;
}

const requireFromE2e = createRequire(join(repository, 'e2e', 'package.json'));

async function isExecutable(file: string): Promise<boolean> {
  return await access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

const thisMachine: Machine = {
  isExecutable,
  canUseApt: async () =>
    process.platform === 'linux' && process.getuid?.() === 0 && (await isExecutable(aptGet)),
  playwrightBrowser: () => {
    const { chromium }: { chromium: { executablePath: () => string } } =
      requireFromE2e('@playwright/test');
    return chromium.executablePath();
  },
  run: (command, args, signal) =>
    promisify(execFile)(command, [...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      maxBuffer: 64 * 1024 * 1024,
      signal,
    }),
};

async function findInstalled(
  env: NodeJS.ProcessEnv,
  { isExecutable, playwrightBrowser }: Machine,
): Promise<string | undefined> {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = folders.flatMap((folder) => commandNames.map((name) => join(folder, name)));
  for (const file of [...onPath, ...macApps, playwrightBrowser()]) {
    if (await isExecutable(file)) return file;
  }
  return undefined;
}

interface Installation {
  /** What is installed and how, for the announcement. */
  readonly description: string;
  readonly commands: readonly (readonly [command: string, ...args: string[]])[];
}

function aptInstallation(): Installation {
  return {
    description: 'the Debian package "chromium" with apt-get (about 400 MB on disk)',
    commands: [
      [aptGet, 'update', '-qq'],
      [aptGet, 'install', '-y', '-qq', '--no-install-recommends', 'chromium'],
    ],
  };
}

function playwrightInstallation(machine: Machine): Installation {
  return {
    description: `Playwright's Chromium to ${machine.playwrightBrowser()} (about 400 MB on disk)`,
    commands: [
      [process.execPath, requireFromE2e.resolve('@playwright/test/cli'), 'install', 'chromium'],
    ],
  };
}

/**
 * Finds the browser for the end-to-end tests: CHROMIUM_PATH, a Chromium or Chrome of the system, or
 * Playwright's. If there is none, announces an installation and performs it.
 * @throws Error that names CHROMIUM_PATH when there is no browser in the end
 */
export async function findChromium(
  env: NodeJS.ProcessEnv,
  { log, signal, machine = thisMachine }: FindChromiumOptions,
): Promise<string> {
  const given = env.CHROMIUM_PATH;
  if (given) {
    if (await machine.isExecutable(given)) return given;
    throw new Error(`CHROMIUM_PATH is ${given}, which is not an executable file.`);
  }
  const existing = await findInstalled(env, machine);
  if (existing !== undefined) return existing;
  const installation = (await machine.canUseApt())
    ? aptInstallation()
    : playwrightInstallation(machine);
  log('The end-to-end tests need Chromium or Chrome. None was found on the PATH or in Playwright.');
  log(`Installing ${installation.description}, once for this machine.`);
  log('To use an existing browser, press Ctrl-C and set CHROMIUM_PATH=/path/to/chromium.');
  try {
    for (const [command, ...args] of installation.commands) {
      await machine.run(command, args, signal);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(
      'Chromium could not be installed. Install it yourself, or set CHROMIUM_PATH to an existing browser.',
      { cause: error },
    );
  }
  const installed = await findInstalled(env, machine);
  if (installed === undefined)
    throw new Error('Chromium was installed but not found. Set CHROMIUM_PATH to its path.');
  log(`Installed ${installed}.`);
  return installed;
}
