import { type SpawnOptions, spawn } from 'node:child_process';

/** Runs a Node program in the terminal. This process passes signals on, and ends with its exit code. */
export function runInForeground(args: readonly string[], options: SpawnOptions): void {
  const child = spawn(process.execPath, args, { ...options, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal));
  }
  child.once('exit', (code) => process.exit(code ?? 1));
}
