import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { bundleEmbedScript } from './bundle.ts';
import { computeIntegrity, embedFile, embedPath } from './embed-release.ts';

// Writes the current version of the embedding script, which is committed: pages of merchants name the hash
// of a version, so its file must stay the same for as long as it is served.
const script = await bundleEmbedScript();
await mkdir(dirname(embedFile), { recursive: true });
await writeFile(embedFile, script);
process.stdout.write(`${embedPath} ${computeIntegrity(script)}\n`);
