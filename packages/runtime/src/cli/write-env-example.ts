import { writeFile } from 'node:fs/promises';
import { envExampleFile, formatEnvExample, listEnvironmentVariables } from '../env-example.ts';

await writeFile(envExampleFile, formatEnvExample(await listEnvironmentVariables()));
