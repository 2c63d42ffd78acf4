import { defineProject } from 'vitest/config';

const sources = '{apps,packages}/*/{src,test}/**';
const ignored = ['**/node_modules/**', '**/.next/**', '**/generated/**'];

/** Pure tests: no database and no other process. */
export const unit = defineProject({
  test: {
    name: 'unit',
    include: [`${sources}/*.test.{ts,tsx}`],
    exclude: [...ignored, '**/*.int.test.ts'],
    environment: 'node',
  },
});

/** Tests with a real PostgreSQL server, which `setup` provides: a database per test file. */
export function integration(setup: string) {
  return defineProject({
    test: {
      name: 'int',
      include: [`${sources}/*.int.test.ts`],
      exclude: ignored,
      environment: 'node',
      globalSetup: [setup],
      // Generous, because a busy machine is no failure: tests wait for conditions, not for time.
      testTimeout: 60_000,
      hookTimeout: 120_000,
    },
  });
}
