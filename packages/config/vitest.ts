import { defineProject } from 'vitest/config';

const sources = '{apps,packages}/*/{src,test}/**';
const never = ['**/node_modules/**', '**/.next/**', '**/generated/**'];

/** Rules alone: no database, no network, no waiting. */
export const unit = defineProject({
  test: {
    name: 'unit',
    include: [`${sources}/*.test.{ts,tsx}`],
    exclude: [...never, '**/*.int.test.ts'],
    environment: 'node',
  },
});

/** Against a real Postgres, which `setup` provides: a database per test file. */
export function integration(setup: string) {
  return defineProject({
    test: {
      name: 'int',
      include: [`${sources}/*.int.test.ts`],
      exclude: never,
      environment: 'node',
      globalSetup: [setup],
      testTimeout: 20_000,
      hookTimeout: 30_000,
    },
  });
}
