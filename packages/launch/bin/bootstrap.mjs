// Plain Node without dependencies: this runs before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installStamp, isStamped, writeStamp } from './install-stamp.mjs';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const modules = join(repository, 'node_modules');
const node = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

const startedAt = Date.now();
const elapsed = () => `${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`;
const say = (line) => process.stdout.write(`${elapsed()}  ${line}\n`);

/** Runs a command in silence; what it said is shown when it fails. */
function run(command, args, env) {
  return new Promise((resolve, reject) => {
    const shell = process.platform === 'win32';
    const child = spawn(command, args, {
      cwd: repository,
      env,
      shell,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    const keep = (chunk) => {
      said = (said + chunk).slice(-8_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(said.trim()))));
  });
}

async function install() {
  const stamp = installStamp(repository);
  if (existsSync(node) && isStamped(repository, stamp)) return;
  const { packageManager } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  say('Installing packages (the first time this takes a minute)…');
  try {
    // CI keeps pnpm from asking questions nobody answers.
    const env = { ...process.env, CI: 'true' };
    await run('npx', ['--yes', packageManager, 'install', '--frozen-lockfile'], env);
  } catch (error) {
    say('The packages could not be installed. What the installer said:');
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  writeStamp(repository, stamp);
  say('Packages installed.');
}

/** The parent of a process, on systems with /proc. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** Whether a process is the shell npm puts between itself and the script. */
function isScriptShell(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('-c\0node packages/launch/bin/');
  } catch {
    return false;
  }
}

/** npm waits for its script; if it is gone nevertheless, it was killed, and the script should end too. */
function endWithNpm(end) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const npm = isScriptShell(parent) ? parentOf(parent) : undefined;
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || parentOf(parent) === npm)) return;
    clearInterval(timer);
    end();
  }, 1_000);
  timer.unref();
}

/** The rest runs on the pinned Node, as a child that ends when this process does. */
function handOver(script) {
  const child = spawn(node, [join(repository, script), ...process.argv.slice(2)], {
    cwd: repository,
    env: { ...process.env, PARLEY_STARTED_AT: String(startedAt) },
    // The fourth is a lifeline: it closes when this process is gone, whatever ended it.
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  endWithNpm(() => child.kill('SIGTERM'));
  child.once('exit', (code) => process.exit(code ?? 1));
}

export async function bootstrap(script) {
  await install();
  handOver(script);
}
