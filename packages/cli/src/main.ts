#!/usr/bin/env node
import { describeError } from './errors.ts';
import { clean } from './output.ts';
import { createProgram } from './program.ts';

// A reader such as head may close the pipe early.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(0);
  process.stderr.write(`The output cannot be written: ${message}\n`);
  process.exit(1);
});

try {
  await createProgram().parseAsync();
} catch (error) {
  process.stderr.write(`${clean(describeError(error))}\n`);
  process.exitCode = 1;
}
