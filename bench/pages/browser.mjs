import { readFileSync } from 'node:fs';
import { findChromium } from '@parley/launch/chromium';
import { chromium } from '@playwright/test';

/** The contents of demo.json of the product that `npm start` runs. */
export const readDemo = (file = new URL('../../.data/demo.json', import.meta.url)) =>
  JSON.parse(readFileSync(file, 'utf8'));

/** Starts the browser of the end-to-end tests. */
export const launchBrowser = async () =>
  chromium.launch({
    executablePath: await findChromium(process.env, {
      log: (line) => process.stderr.write(`${line}\n`),
      signal: new AbortController().signal,
    }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
