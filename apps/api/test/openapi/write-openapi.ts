import { writeFile } from 'node:fs/promises';
import { clientFile, documentFile, writtenClient, writtenDocument } from './checked-in.ts';

// npm run openapi:write: accepts the interface as the code describes it now.
await writeFile(documentFile, writtenDocument());
await writeFile(clientFile, await writtenClient(documentFile));
process.stdout.write(`Wrote ${documentFile}\nand ${clientFile}\n`);
