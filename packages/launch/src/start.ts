import { parseArgs } from 'node:util';
import { portSettings } from './ports.ts';
import { runProduct } from './product/run-product.ts';
import { explainError } from './terminal.ts';

const usage = `npm start [-- --reset]

Builds what has changed, starts Postgres and every app, and prints their URLs.

  --reset   delete the database and the demo account first
  --help    print this text

Environment variables:
  DATA_DIR       folder for the database, logs and secrets (.data)
  DATABASE_URL   use this Postgres instead of the embedded one
  SMTP_URL       send email through this server, with MAIL_FROM as sender
  HOST           the address to listen on (127.0.0.1)
${Object.values(portSettings)
  .map(
    ({ variable, name, defaultPort }) => `  ${variable.padEnd(15)}port of ${name} (${defaultPort})`,
  )
  .join('\n')}
  NODE_ENV=production   no demo, no sandbox, and every secret from the environment
`;

try {
  const { values } = parseArgs({
    options: { reset: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) process.stdout.write(usage);
  else await runProduct({ reset: values.reset });
} catch (error) {
  const isUsageError = error instanceof TypeError && 'code' in error;
  process.stderr.write(`${isUsageError ? `${error.message}\n\n${usage}` : explainError(error)}\n`);
  process.exitCode = 1;
}
// Open timers and sockets must not keep this process alive.
process.exit();
