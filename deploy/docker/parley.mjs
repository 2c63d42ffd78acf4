// The entry point of the container image: `node parley.mjs <role> [argument…]` runs a role's program in this process,
// which therefore receives the signals of the container. `health` checks the role that process 1 runs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Programs by role. Those that serve requests have a variable with a default for their port. */
export const roles = {
  api: { program: 'apps/api/dist/main.js', port: ['API_PORT', 4000] },
  worker: { program: 'apps/worker/dist/main.js', port: ['WORKER_PORT', 4020] },
  dashboard: { program: 'apps/dashboard/server.js', port: ['DASHBOARD_PORT', 3000] },
  checkout: { program: 'apps/checkout/server.js', port: ['CHECKOUT_PORT', 3001] },
  docs: { program: 'apps/docs/src/main.ts', port: ['DOCS_PORT', 4050] },
  admin: { program: 'apps/admin/src/main.ts' },
  migrate: { program: 'apps/admin/src/main.ts', args: ['migrate'] },
};

const getPort = ({ port: [name, standard] }) => process.env[name] || String(standard);

/** The role among the arguments of process 1, which may be an init process in front of this program. */
function runningRole() {
  const args = readFileSync('/proc/1/cmdline', 'utf8').split('\0');
  return roles[args[args.indexOf(process.argv[1]) + 1]];
}

async function checkHealth() {
  const role = runningRole();
  if (role?.port === undefined) return;
  const url = `http://127.0.0.1:${getPort(role)}/healthz`;
  const { ok } = await fetch(url, { signal: AbortSignal.timeout(3_000) });
  if (!ok) process.exitCode = 1;
}

async function run(name, args) {
  const role = Object.hasOwn(roles, name) ? roles[name] : undefined;
  if (role === undefined) {
    process.stderr.write(`The first argument must be one of ${Object.keys(roles).join(', ')}.\n`);
    process.exit(2);
  }
  const program = join(import.meta.dirname, role.program);
  process.argv.splice(1, Infinity, program, ...(role.args ?? []), ...args);
  if (role.program.endsWith('server.js')) {
    // The servers of Next.js read both, and Docker sets HOSTNAME to the id of the container.
    process.env.HOSTNAME = '0.0.0.0';
    process.env.PORT = getPort(role);
  }
  if (role.port === undefined) {
    // The kernel ignores signals to process 1 that it does not handle.
    process.once('SIGINT', () => process.exit(130));
    process.once('SIGTERM', () => process.exit(143));
  }
  await import(pathToFileURL(program).href);
}

if (import.meta.main) {
  const [name = '', ...args] = process.argv.slice(2);
  await (name === 'health' ? checkHealth() : run(name, args));
}
