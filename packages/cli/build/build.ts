import { join } from 'node:path';
import { bundleCommand } from '@parley/config/bundle';

await bundleCommand(join(import.meta.dirname, '..'), ['main']);
