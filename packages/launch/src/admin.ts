import { join } from 'node:path';
import { resolveEnvironment } from '@parley/environment/processes';
import { installation } from './installation.ts';
import { repository } from './repository.ts';
import { runInForeground } from './run-in-foreground.ts';
import { explainError } from './terminal.ts';

try {
  const given = await resolveEnvironment(process.env);
  // `doctor --production` checks this environment, not the installation of `npm start`.
  const isProduction = process.argv.includes('--production');
  const env = { ...given, ...(isProduction ? {} : await installation(given)) };
  const command = [join(repository, 'apps', 'admin', 'src', 'main.ts'), ...process.argv.slice(2)];
  runInForeground(command, { env });
} catch (error) {
  process.stderr.write(`${explainError(error)}\n`);
  process.exitCode = 1;
}
