import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Demo } from '@parley/launch/demo';

/** The file with the URLs and keys of the product under test; its launcher writes it. */
export const demoFile =
  process.env.PARLEY_DEMO_FILE ?? join(import.meta.dirname, '..', '.data', 'demo.json');

export const demo: Demo = JSON.parse(readFileSync(demoFile, 'utf8'));
