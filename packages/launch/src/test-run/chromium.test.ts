import { expect, test } from 'vitest';
import { findChromium, type Machine } from './chromium.ts';

const signal = new AbortController().signal;
const env = { PATH: '/usr/bin' };

/** A machine with the given executables. Installing with apt-get or Playwright adds a browser. */
function machineWith(executables: readonly string[], { apt = true, works = true } = {}) {
  const files = new Set(executables);
  const events: string[] = [];
  const machine: Machine = {
    isExecutable: async (file) => files.has(file),
    canUseApt: async () => apt,
    playwrightBrowser: () => '/cache/chromium',
    run: async (command, args) => {
      events.push(`run ${[command, ...args].join(' ')}`);
      if (!works) throw new Error('no network');
      if (args.includes('install')) files.add(apt ? '/usr/bin/chromium' : '/cache/chromium');
    },
  };
  const log = (line: string) => events.push(line);
  return { events, options: { log, signal, machine } };
}

test.for([
  [{ ...env, CHROMIUM_PATH: '/opt/chrome' }, '/opt/chrome'],
  [env, '/usr/bin/google-chrome'],
] as const)('uses an existing browser without an announcement (%#)', async ([given, expected]) => {
  const { events, options } = machineWith(['/opt/chrome', '/usr/bin/google-chrome']);
  expect(await findChromium(given, options)).toBe(expected);
  expect(events).toEqual([]);
});

test('rejects a CHROMIUM_PATH that is not executable', async () => {
  const { options } = machineWith(['/usr/bin/chromium']);
  await expect(findChromium({ ...env, CHROMIUM_PATH: '/no' }, options)).rejects.toThrow(
    'CHROMIUM_PATH is /no, which is not an executable file.',
  );
});

test.for([
  [true, 'the Debian package "chromium"', '/usr/bin/chromium'],
  [false, "Playwright's Chromium", '/cache/chromium'],
] as const)(
  'announces what it installs, why, and CHROMIUM_PATH, before it installs (apt-get: %s)',
  async ([apt, what, expected]) => {
    const { events, options } = machineWith([], { apt });
    expect(await findChromium(env, options)).toBe(expected);
    const firstRun = events.findIndex((event) => event.startsWith('run '));
    const announcement = events.slice(0, firstRun).join('\n');
    expect(announcement).toContain('The end-to-end tests need Chromium or Chrome.');
    expect(announcement).toContain(`Installing ${what}`);
    expect(announcement).toContain('set CHROMIUM_PATH=');
    expect(events.at(-1)).toBe(`Installed ${expected}.`);
  },
);

test('names CHROMIUM_PATH when the installation fails', async () => {
  const { options } = machineWith([], { works: false });
  await expect(findChromium(env, options)).rejects.toThrow('set CHROMIUM_PATH');
});
