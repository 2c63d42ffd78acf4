import { defineConfig } from '@playwright/test';

const executablePath = process.env.CHROMIUM_PATH;

// Root and containers need the first; the rest keeps the browser from talking to the outside.
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  updateSnapshots: process.env.UPDATE_SNAPSHOTS === 'all' ? 'all' : 'none',
  snapshotPathTemplate: '{testDir}/snapshots/{arg}{ext}',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  workers: 2,
  projects: [
    { name: 'product', testIgnore: ['crash.spec.ts', 'production/**'] },
    // Starts an installation of its own in production mode.
    { name: 'production', testMatch: 'production/*.spec.ts' },
    // It kills the API, so it runs alone after all others.
    { name: 'crash', testMatch: 'crash.spec.ts', dependencies: ['product', 'production'] },
  ],
  // Generous, because a busy machine is not a failure.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    browserName: 'chromium',
    // The tests read English sentences.
    locale: 'en-US',
    // Recording every page for the trace is slow; a failure has its own screenshot and error context.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: chromiumArguments,
    },
  },
});
