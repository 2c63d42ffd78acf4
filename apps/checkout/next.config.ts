import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { nextSettings } from '@parley/config/next';
import type { NextConfig } from 'next';

const embedVersions = readdirSync(join(import.meta.dirname, 'public/embed'));

const config: NextConfig = {
  ...nextSettings,
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
