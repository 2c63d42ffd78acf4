import { readEnv } from '../env.ts';

try {
  readEnv(process.env);
} catch (error) {
  // Next would go on and answer 500 to everything.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
