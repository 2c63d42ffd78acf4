import { resolve } from 'node:path';
import { bundleProgram } from './bundle.ts';

// Run in the folder of an app: bundles its `src/main.ts` into `dist/main.js`.
await bundleProgram(resolve('src/main.ts'));
