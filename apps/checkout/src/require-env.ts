import { readEnv } from './env.ts';

/** Ends the process, with one line that says why, where the environment is not complete. */
export function requireEnv(): void {
  try {
    readEnv(process.env);
  } catch (error) {
    process.stderr.write(`checkout: ${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}
