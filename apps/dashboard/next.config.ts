import { nextSettings } from '@parley/config/next';
import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';

const config: NextConfig = {
  ...nextSettings,
  serverExternalPackages: [...nextSettings.serverExternalPackages, 'nodemailer'],
  reactStrictMode: true,
  typedRoutes: true,
  // Messages and bookmarks can contain paths from before the mode was part of them.
  redirects: async () => [
    {
      source: '/:list(sessions|subscriptions|webhooks|provider-events|api-keys|audit-log)/:rest*',
      destination: '/test/:list/:rest*',
      permanent: false,
    },
    { source: '/:mode(test|live)', destination: '/:mode/overview', permanent: false },
  ],
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
