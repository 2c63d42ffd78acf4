import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  // Only route handlers answer here: what Next would add to pages is not needed.
  transpilePackages: [
    '@parley/db',
    '@parley/domain',
    '@parley/operations',
    '@parley/provider',
    '@parley/router',
    '@parley/runtime',
    '@parley/telemetry',
    '@parley/ui',
  ],
  serverExternalPackages: [
    'pino',
    'prom-client',
    'pg',
    'stripe',
    '@prisma/client',
    '@prisma/adapter-pg',
  ],
  headers: async () => [
    {
      // Their names carry a hash of what is in them.
      source: '/fonts/:name*',
      headers: [
        { key: 'cache-control', value: 'public, max-age=31536000, immutable' },
        { key: 'x-content-type-options', value: 'nosniff' },
      ],
    },
  ],
};

export default config;
