import { join } from 'node:path';
import { requireEnvironment } from '@parley/environment';
import { environment } from './env.ts';

// Starts what `next build` has built, as `next start` does.
const { CHECKOUT_HOST: hostname, CHECKOUT_PORT: port } = requireEnvironment(
  'checkout',
  environment,
);
Object.assign(process.env, { NODE_ENV: 'production' });
const { nextStart } = await import('next/dist/cli/next-start.js');
await nextStart({ hostname, port }, join(import.meta.dirname, '..'));
