import { join } from 'node:path';
import { requireEnvironment } from '@parley/environment';
import { requirePort } from '@parley/environment/port';
import { environment } from './env.ts';

// Starts what `next build` has built, as `next start` does.
const { CHECKOUT_HOST: host, CHECKOUT_PORT: port } = requireEnvironment('checkout', environment);
await requirePort('checkout', { prefix: 'CHECKOUT', host, port });
Object.assign(process.env, { NODE_ENV: 'production' });
const { nextStart } = await import('next/dist/cli/next-start.js');
await nextStart({ hostname: host, port }, join(import.meta.dirname, '..'));
