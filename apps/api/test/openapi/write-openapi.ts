import { writeFile } from 'node:fs/promises';
import { documentFile, writtenDocument } from './checked-in.ts';

// npm run openapi:write: accepts the interface as the code describes it now.
await writeFile(documentFile, writtenDocument());
process.stdout.write(`Wrote ${documentFile}\n`);
