/** The settings of every Next.js app. */
export const nextSettings = {
  poweredByHeader: false,
  // The container image contains only the files that the server loads.
  ...(process.env.NEXT_OUTPUT === 'standalone' ? { output: 'standalone' as const } : {}),
  // `npm run check` checks the types, so a build does not repeat it.
  typescript: { ignoreBuildErrors: true },
  /** The packages that an app imports, also through others. They are TypeScript. */
  transpilePackages: [
    '@parley/auth',
    '@parley/contract',
    '@parley/db',
    '@parley/domain',
    '@parley/environment',
    '@parley/mail',
    '@parley/operations',
    '@parley/payer-view',
    '@parley/provider',
    '@parley/router',
    '@parley/runtime',
    '@parley/telemetry',
    '@parley/ui',
  ],
  serverExternalPackages: [
    '@aws-sdk/client-kms',
    '@opentelemetry/api',
    '@opentelemetry/exporter-metrics-otlp-grpc',
    '@opentelemetry/exporter-metrics-otlp-http',
    '@opentelemetry/exporter-metrics-otlp-proto',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-metrics',
    '@opentelemetry/sdk-node',
    '@opentelemetry/sdk-trace',
    '@prisma/adapter-pg',
    '@prisma/client',
    'pg',
    'pino',
    'prom-client',
    'stripe',
  ],
  images: { unoptimized: true },
  // The development server would log addresses, which contain secrets.
  logging: { incomingRequests: false },
};
