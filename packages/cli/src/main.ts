#!/usr/bin/env node
import { describeError } from './errors.ts';
import { createProgram } from './program.ts';

// A reader such as head may close the pipe early.
process.stdout.on('error', () => process.exit(0));

try {
  await createProgram().parseAsync();
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
}
