// Plain Node without dependencies: this file runs before the packages are installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const modules = join(repository, 'node_modules');
const node = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

const startedAt = Date.now();
const elapsed = () => `${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`;
const log = (line) => process.stdout.write(`${elapsed()}  ${line}\n`);

/** The existing files that determine what an install brings. */
function installInputs(folder) {
  const parents = ['apps', 'packages'].filter((parent) => existsSync(join(folder, parent)));
  const manifests = parents.flatMap((parent) =>
    readdirSync(join(folder, parent)).map((name) => `${parent}/${name}/package.json`),
  );
  const folders = ['.', 'bench', 'e2e'].map((name) => join(name, 'package.json'));
  const files = [...folders, 'pnpm-lock.yaml', 'pnpm-workspace.yaml'];
  return [...files, ...manifests.sort()].filter((file) => existsSync(join(folder, file)));
}

/** A hash that stays equal as long as an install would change nothing. */
export function installStamp(folder) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  for (const file of installInputs(folder)) {
    hash.update(`${file}\n`).update(readFileSync(join(folder, file)));
  }
  return hash.digest('hex');
}

const stampFile = (folder) => join(folder, 'node_modules', '.parley-install');

export function isInstalled(folder) {
  const file = stampFile(folder);
  return existsSync(file) && readFileSync(file, 'utf8') === installStamp(folder);
}

export function writeInstallStamp(folder) {
  writeFileSync(stampFile(folder), installStamp(folder));
}

/** Runs a command without output. If it fails, the error contains the end of its output. */
function run(command, args, env) {
  return new Promise((resolve, reject) => {
    const shell = process.platform === 'win32';
    const child = spawn(command, args, {
      cwd: repository,
      env,
      shell,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const append = (chunk) => {
      output = (output + chunk).slice(-8_000);
    };
    child.stdout.on('data', append);
    child.stderr.on('data', append);
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(output.trim()))));
  });
}

async function install() {
  if (existsSync(node) && isInstalled(repository)) return;
  const { packageManager } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  log('Installing packages (about a minute the first time)…');
  try {
    // CI=true turns off the prompts of pnpm.
    const env = { ...process.env, CI: 'true' };
    await run('npx', ['--yes', packageManager, 'install', '--frozen-lockfile'], env);
  } catch (error) {
    log(`${packageManager} could not install the packages:`);
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  writeInstallStamp(repository);
  log('Packages installed.');
}

/** The parent of a process, on systems with /proc. */
function getParent(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** Whether a process is the shell in which npm runs the script. */
function isScriptShell(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('-c\0node packages/launch/bin/');
  } catch {
    return false;
  }
}

/** Calls `stop` when npm was killed: npm waits for its script, so it never exits first otherwise. */
function stopWithNpm(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const npm = isScriptShell(parent) ? getParent(parent) : undefined;
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || getParent(parent) === npm)) return;
    clearInterval(timer);
    stop();
  }, 1_000);
  timer.unref();
}

/** Runs the script on the pinned Node, as a child process that stops when this process does. */
function runOnPinnedNode(script, args) {
  const child = spawn(node, [join(repository, script), ...args], {
    cwd: repository,
    env: { ...process.env, PARLEY_STARTED_AT: String(startedAt) },
    // The pipe at descriptor 3 closes when this process ends for any reason, a SIGKILL included.
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  stopWithNpm(() => child.kill('SIGTERM'));
  child.once('exit', (code) => process.exit(code ?? 1));
}

/** Installs the packages if necessary, then runs a script, given by its path in the repository. */
export async function bootstrap(script, args) {
  await install();
  runOnPinnedNode(script, args);
}
