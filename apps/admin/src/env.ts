import { runtimeVariables } from '@parley/runtime/environment';
import { z } from 'zod';

const { DATABASE_URL, DATABASE_PREPARED_STATEMENTS, PARLEY_ENCRYPTION_KEYS } = runtimeVariables;

/** The environment variables of commands that read or write data. */
export const environment = z.object({
  DATABASE_URL,
  DATABASE_PREPARED_STATEMENTS,
  PARLEY_ENCRYPTION_KEYS,
});

/** The environment variables of `migrate`. */
export const migrationEnvironment = z.object({ DATABASE_URL });
