import { spawn } from 'node:child_process';
import { toolEnvironment } from '../product/build.ts';
import { repository } from '../repository.ts';
import { signalGroup } from '../supervise/process-group.ts';

export interface CommandOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** Receives what the command writes to standard error, besides the terminal. */
  readonly onErrorOutput?: (text: string) => void;
}

const killAfterMs = 5_000;

/** Runs a command in the repository with its output in the terminal. Returns its exit code. */
export async function runCommand(
  command: string,
  args: readonly string[],
  { env = {}, signal, onErrorOutput }: CommandOptions,
): Promise<number> {
  signal.throwIfAborted();
  const child = spawn(command, args, {
    cwd: repository,
    env: { ...toolEnvironment(process.env), ...env },
    // A process group, so that the command's own children end with it.
    detached: true,
    stdio: ['ignore', 'inherit', onErrorOutput ? 'pipe' : 'inherit'],
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    onErrorOutput?.(chunk.toString());
  });
  const { pid } = child;
  const abort = () => {
    if (pid === undefined) return;
    signalGroup(pid, 'SIGTERM');
    setTimeout(() => signalGroup(pid, 'SIGKILL'), killAfterMs).unref();
  };
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? 1));
    });
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
