import { type DevArguments, parseDevArguments } from './product/dev-options.ts';
import { runProduct } from './product/run-product.ts';
import { explainError } from './terminal.ts';

const usage = `npm run dev [-- <app>… [--inspect[=port]] [--reset]]

Starts Postgres and the apps from source with the demo data of npm start. Each app reloads when a
source file changes. Without app names every app starts: api, worker, sandbox, dashboard, checkout.

  --inspect   open an inspector per app: api 9229, worker 9230, sandbox 9231, dashboard 9232,
              checkout 9233; --inspect=9300 counts from 9300
  --reset     delete the database and the demo account first
  --help      print this text

The environment variables of npm start apply, see npm start -- --help.
`;

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function readArguments(): DevArguments {
  try {
    return parseDevArguments(process.argv.slice(2));
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

const { reset, help, ...dev } = readArguments();
if (help) {
  process.stdout.write(usage);
} else if (process.env.NODE_ENV === 'production') {
  fail('npm run dev does not run with NODE_ENV=production. Use npm start.');
} else {
  await runProduct({ reset, dev }).catch((error: unknown) => fail(explainError(error)));
}
// Open timers and sockets must not keep this process alive.
process.exit();
