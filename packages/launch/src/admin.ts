import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installation } from './installation.ts';
import { repository } from './repository.ts';
import { explainError } from './terminal.ts';

try {
  const env = { ...process.env, ...(await installation(process.env)) };
  const command = [join(repository, 'apps', 'admin', 'src', 'main.ts'), ...process.argv.slice(2)];
  const child = spawn(process.execPath, command, { env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal));
  }
  child.once('exit', (code) => process.exit(code ?? 1));
} catch (error) {
  process.stderr.write(`${explainError(error)}\n`);
  process.exitCode = 1;
}
