import { integration, unit } from '@parley/config/vitest';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      unit,
      integration(
        './packages/launch/src/test-run/database-setup.ts',
        './packages/launch/test/statement-setup.ts',
      ),
    ],
  },
});
