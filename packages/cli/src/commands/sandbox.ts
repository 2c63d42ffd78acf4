import { spawn } from 'node:child_process';
import { appendFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { createClient, newSigningSecret } from '../config.ts';
import { UsageError } from '../errors.ts';
import { clean, printJson } from '../output.ts';

const PACKAGE = '@parley/test-server';
const MIN_NODE = 24;

/** What the package exports. It contains the product, so it is installed separately. */
interface TestServerPackage {
  startTestServer(options: {
    readonly logs: string | undefined;
    readonly signal: AbortSignal;
    readonly log: (line: string) => void;
  }): Promise<{ readonly variables: Variables; readonly stop: () => Promise<void> }>;
}

type Variables = Readonly<Record<string, string>>;

interface Options {
  readonly webhookUrl?: string;
  readonly envFile?: string;
  readonly githubEnv?: true;
  readonly json?: true;
  readonly logs?: string;
}

export function addSandbox(program: Command): void {
  program
    .command('sandbox')
    .description('run a Parley with the provider simulator and an empty database, for tests and CI')
    .argument('[command...]', 'after "--": run it with the variables, and exit as it does')
    .option('--webhook-url <url>', 'send all events to this server of your tests')
    .option('--env-file <path>', 'write the variables to a file')
    .option('--github-env', 'set the variables for the next steps of a job of GitHub Actions')
    .option('--json', 'print the variables as JSON')
    .option('--logs <folder>', 'store the logs of the processes')
    .addHelpText(
      'after',
      `
  parley sandbox -- npm test                                    in CI
  parley sandbox --webhook-url http://localhost:4040/webhooks -- npm test

Without a command it prints the variables and runs until Ctrl+C. It deletes the database at the end. All processes
listen on free ports of 127.0.0.1. The command gets PARLEY_API_URL, PARLEY_SECRET_KEY, PARLEY_PUBLISHABLE_KEY,
PARLEY_SIGNING_SECRET and PARLEY_CHECKOUT_URL, and SANDBOX_URL and STRIPE_SECRET_KEY of the provider simulator.`,
    )
    .action(runSandbox);
}

const notify = (line: string) => {
  process.stderr.write(`${clean(line)}\n`);
};

async function runSandbox(command: readonly string[], options: Options): Promise<void> {
  if (options.githubEnv && !process.env.GITHUB_ENV) {
    throw new UsageError('--github-env needs GITHUB_ENV, which GitHub Actions sets.');
  }
  const { startTestServer } = await loadPackage();
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stopping.abort(signal));
  }
  const startedAt = performance.now();
  notify('Starting Parley…');
  const { signal } = stopping;
  const server = await startTestServer({ logs: options.logs, signal, log: notify }).catch(
    (error) => {
      throw signal.aborted ? new UsageError('Stopped before Parley was ready.') : error;
    },
  );
  try {
    const variables = await addSigningSecret(server.variables, options.webhookUrl);
    await writeVariables(variables, options);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    notify(`Parley is ready after ${seconds} s.`);
    if (command.length > 0) process.exitCode = await runCommand(command, variables, signal);
    else await runUntilStopped(variables, options, signal);
  } finally {
    await server.stop();
  }
}

/** @throws UsageError if this project does not have the package, or Node.js is too old for it */
async function loadPackage(): Promise<TestServerPackage> {
  if (Number.parseInt(process.versions.node, 10) < MIN_NODE) {
    const { node } = process.versions;
    throw new UsageError(`"parley sandbox" needs Node.js ${MIN_NODE} or newer. This is ${node}.`);
  }
  for (const from of [pathToFileURL(join(process.cwd(), 'package.json')), import.meta.url]) {
    try {
      const path = createRequire(from).resolve(PACKAGE);
      return await import(pathToFileURL(path).href);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new UsageError(
    `"parley sandbox" needs the package ${PACKAGE}, from where you installed this command: npm install --save-dev <documentation>/packages/test-server.tgz`,
  );
}

/** Adds the secret that verifies deliveries to the endpoint, or events that "parley listen" forwards. */
async function addSigningSecret(variables: Variables, url: string | undefined) {
  const secret = url === undefined ? newSigningSecret() : await createEndpoint(variables, url);
  return { ...variables, PARLEY_SIGNING_SECRET: secret };
}

async function createEndpoint(variables: Variables, url: string): Promise<string> {
  const { PARLEY_API_URL: api_url = '', PARLEY_SECRET_KEY: secret_key = '' } = variables;
  const { webhookEndpoints } = createClient({ api_url, secret_key, signing_secret: '' });
  const { webhook_endpoint } = await webhookEndpoints.create({ url });
  const { signing_secret } = await webhookEndpoints.rotateSecret(webhook_endpoint.id, {
    previous_signing_secret_expires_at: new Date(Date.now() + 1_000).toISOString(),
  });
  return signing_secret;
}

const formatVariables = (variables: Variables) =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

async function writeVariables(variables: Variables, { envFile, githubEnv }: Options) {
  const text = formatVariables(variables);
  if (envFile) await writeFile(envFile, text, { mode: 0o600 });
  if (githubEnv) await appendFile(process.env.GITHUB_ENV ?? '', text);
}

async function runUntilStopped(variables: Variables, { json }: Options, signal: AbortSignal) {
  if (json) printJson(variables);
  else process.stdout.write(formatVariables(variables));
  notify('Stop with Ctrl+C.');
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

/** Runs a command with the variables. Returns its exit code, or that of a shell for a signal. */
function runCommand(
  [name = '', ...args]: readonly string[],
  variables: Variables,
  signal: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const shell = process.platform === 'win32';
    const env = { ...process.env, ...variables };
    const child = spawn(name, args, { stdio: 'inherit', env, shell });
    const passOn = () => {
      // A terminal sends Ctrl+C to the command too.
      if (signal.reason !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal.reason);
    };
    if (signal.aborted) passOn();
    signal.addEventListener('abort', passOn, { once: true });
    child.once('error', (error) => reject(new UsageError(`${name} cannot run: ${error.message}`)));
    child.once('exit', (code, killedBy) =>
      resolve(code ?? 128 + (killedBy ? constants.signals[killedBy] : 0)),
    );
  });
}
