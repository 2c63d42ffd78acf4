import type { NextConfig } from 'next';

const config: NextConfig = {
  // Inside this repository, the SDK is TypeScript. The published package is JavaScript.
  transpilePackages: ['@parley/sdk'],
};

export default config;
