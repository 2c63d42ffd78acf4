import { defineProject } from 'vitest/config';

const sources = '{apps,packages}/*/{src,test}/**';
const ignored = ['**/node_modules/**', '**/.next/**', '**/generated/**'];

/** Pure tests: no database and no other process. */
export const unit = defineProject({
  test: {
    name: 'unit',
    include: [`${sources}/*.test.{ts,tsx}`, 'bench/*/*.test.ts'],
    exclude: [...ignored, '**/*.int.test.ts'],
    environment: 'node',
    // Generous, because a busy machine is not a failure: tests with a DOM load much code first.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

/**
 * Tests with a real PostgreSQL server, which `setup` provides: a database per test file. `fileSetup` runs
 * before each file. The test files of one worker process share its modules. A file that changes the state
 * of a module calls `vi.resetModules()` at its end.
 */
export function integration(setup: string, fileSetup: string) {
  return defineProject({
    test: {
      name: 'int',
      include: [`${sources}/*.int.test.ts`, 'bench/*/*.int.test.ts'],
      exclude: ignored,
      environment: 'node',
      globalSetup: [setup],
      setupFiles: [fileSetup],
      // Importing the apps again for each file would take a quarter of the run time.
      isolate: false,
      // Its JavaScript keeps a reference to its WebAssembly instance, so both must be reset together.
      server: { deps: { inline: [/@prisma\/schema-engine-wasm/] } },
      // Generous, because a busy machine is not a failure: tests wait for conditions, not for time.
      testTimeout: 600_000,
      hookTimeout: 600_000,
    },
  });
}
