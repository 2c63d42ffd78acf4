import { readFile, writeFile } from 'node:fs/promises';
import {
  envExampleFile,
  formatEnvExample,
  listEnvironmentVariables,
  referenceFile,
  replaceReference,
} from '../configuration.ts';

const variables = await listEnvironmentVariables();
await writeFile(envExampleFile, formatEnvExample(variables));
await writeFile(referenceFile, replaceReference(await readFile(referenceFile, 'utf8'), variables));
