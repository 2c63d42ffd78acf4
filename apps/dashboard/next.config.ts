import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';

const config: NextConfig = {
  poweredByHeader: false,
  // The container image contains only the files that the server loads.
  ...(process.env.NEXT_OUTPUT === 'standalone' ? { output: 'standalone' } : {}),
  reactStrictMode: true,
  typedRoutes: true,
  // `npm run check` checks the types, so a build does not repeat it.
  typescript: { ignoreBuildErrors: true },
  transpilePackages: [
    '@parley/auth',
    '@parley/contract',
    '@parley/db',
    '@parley/domain',
    '@parley/environment',
    '@parley/mail',
    '@parley/operations',
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
    '@prisma/adapter-pg',
    '@prisma/client',
    'nodemailer',
    'pg',
    'pino',
    'prom-client',
    'stripe',
  ],
  // Messages and bookmarks can contain paths from before the mode was part of them.
  redirects: async () => [
    {
      source: '/:list(sessions|subscriptions|webhooks|provider-events|api-keys|audit-log)/:rest*',
      destination: '/test/:list/:rest*',
      permanent: false,
    },
    { source: '/:mode(test|live)', destination: '/:mode/overview', permanent: false },
  ],
  images: { unoptimized: true },
  // The development server would log addresses, which contain secrets.
  logging: { incomingRequests: false },
  headers: async () => [
    {
      source: '/:path*',
      headers: [
        { key: 'Referrer-Policy', value: 'same-origin' },
        { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
        { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
        { key: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=()' },
      ],
    },
    {
      source: '/icon.svg',
      headers: [
        {
          key: 'Content-Security-Policy',
          value: "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        },
      ],
    },
  ],
};

const withNextIntl = createNextIntlPlugin({
  requestConfig: './src/messages/request.ts',
  // `request.ts` compiles the messages, so that no page loads the parser.
  experimental: {
    messages: { path: './src/messages', format: 'json', locales: 'infer', precompile: true },
  },
});

export default withNextIntl(config);
