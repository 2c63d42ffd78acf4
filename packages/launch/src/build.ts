import { join } from 'node:path';
import { build, productTasks } from './product/build.ts';
import { repository } from './repository.ts';
import { explainError, startProgress, stopRequest } from './terminal.ts';

const { log } = startProgress();
try {
  log('Building (about two minutes the first time)…');
  const logFile = join(repository, 'node_modules', '.cache', 'build.log');
  await build({ tasks: productTasks, logFile, signal: stopRequest() });
  log('Built. Start the processes with npm start, after npm run admin -- migrate.');
} catch (error) {
  process.stderr.write(`${explainError(error)}\n`);
  process.exitCode = 1;
}
// An open pipe to the parent process must not keep this process alive.
process.exit();
