import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shopEnvironment } from './product/shop-environment.ts';
import { repository } from './repository.ts';
import { runInForeground } from './run-in-foreground.ts';
import { readSettings } from './settings.ts';
import { explainError } from './terminal.ts';

// Runs the example shop with the demo merchant of a product that runs in another terminal.
try {
  const { demoFile } = readSettings(process.env).folders;
  const demo = await readFile(demoFile, 'utf8').then(JSON.parse, () => undefined);
  if (demo === undefined)
    throw new Error('Run npm start or npm run dev in another terminal first.');
  const env = await shopEnvironment(demo).catch((cause: Error) => {
    throw new Error(`The API at ${demo.api_url} cannot be used (${cause.message}). Does it run?`);
  });
  // No other variable of this process is for the shop.
  runInForeground(['--watch', '--watch-preserve-output', 'src/main.ts'], {
    cwd: join(repository, 'examples', 'shop'),
    env: { PATH: process.env.PATH, ...env },
  });
} catch (error) {
  process.stderr.write(`${explainError(error)}\n`);
  process.exitCode = 1;
}
