import { runtime } from './runtime.ts';

try {
  runtime();
} catch (error) {
  // Next would go on and answer 500 to everything.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
