import { join } from 'node:path';
import { installation } from './installation.ts';
import { repository } from './repository.ts';
import { runInForeground } from './run-in-foreground.ts';
import { explainError } from './terminal.ts';

try {
  const env = { ...process.env, ...(await installation(process.env)) };
  const command = [join(repository, 'apps', 'admin', 'src', 'main.ts'), ...process.argv.slice(2)];
  runInForeground(command, { env });
} catch (error) {
  process.stderr.write(`${explainError(error)}\n`);
  process.exitCode = 1;
}
