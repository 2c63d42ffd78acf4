import { writeFile } from 'node:fs/promises';
import { openApiDocument } from '@parley/router/rest/document';
import { releasedFile } from './checked-in.ts';
import { withoutAnnotations } from './incompatibilities.ts';

// npm run openapi:release: the interface is that of a version, which later ones must not break.
await writeFile(releasedFile, `${JSON.stringify(withoutAnnotations(openApiDocument('/v1')))}\n`);
process.stdout.write(`Wrote ${releasedFile}\n`);
