import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { NextConfig } from 'next';

const embedVersions = readdirSync(join(import.meta.dirname, 'public/embed'));

const config: NextConfig = {
  poweredByHeader: false,
  // The container image contains only the files that the server loads.
  ...(process.env.NEXT_OUTPUT === 'standalone' ? { output: 'standalone' } : {}),
  // `npm run check` checks the types, so a build does not repeat it.
  typescript: { ignoreBuildErrors: true },
  transpilePackages: [
    '@parley/db',
    '@parley/domain',
    '@parley/environment',
    '@parley/operations',
    '@parley/payer-view',
    '@parley/provider',
    '@parley/router',
    '@parley/runtime',
    '@parley/telemetry',
    '@parley/ui',
  ],
  serverExternalPackages: [
    '@opentelemetry/api',
    '@opentelemetry/exporter-metrics-otlp-grpc',
    '@opentelemetry/exporter-metrics-otlp-http',
    '@opentelemetry/exporter-metrics-otlp-proto',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-metrics',
    '@opentelemetry/sdk-node',
    '@opentelemetry/sdk-trace',
    '@aws-sdk/client-kms',
    'pino',
    'prom-client',
    'pg',
    'stripe',
    '@prisma/client',
    '@prisma/adapter-pg',
  ],
  images: { unoptimized: true },
  // The development server would log addresses, which contain secrets.
  logging: { incomingRequests: false },
  headers: async () => [
    {
      // File names contain a hash of the content.
      source: '/fonts/:name*',
      headers: [{ key: 'cache-control', value: 'public, max-age=31536000, immutable' }],
    },
    // Pages of merchants load a version and check its hash, so it never changes. A version that does not exist yet
    // is not cached.
    ...embedVersions.map((version) => ({
      source: `/embed/${version}/embed.js`,
      headers: [
        { key: 'cache-control', value: 'public, max-age=31536000, immutable' },
        { key: 'access-control-allow-origin', value: '*' },
        { key: 'cross-origin-resource-policy', value: 'cross-origin' },
      ],
    })),
  ],
};

export default config;
