import { resolve } from 'node:path';
import { bundleProgram } from './bundle.ts';

// In the folder of an app, writes its program: node ../../packages/config/write-program.ts
await bundleProgram(resolve('src/main.ts'));
