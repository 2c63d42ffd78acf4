import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, matchesGlob, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { areas, mutationArea } from './areas.ts';

const root = join(import.meta.dirname, '../../../..');
const area = areas[mutationArea];

/**
 * The packages of this folder. Stryker plants the defects in a copy of the repository, whose
 * node_modules link to the packages of the original.
 */
function packageAliases(): { find: RegExp; replacement: string }[] {
  return globSync('packages/*/package.json', { cwd: root }).flatMap((file) => {
    const manifest: { name: string; exports: Record<string, string> } = JSON.parse(
      readFileSync(join(root, file), 'utf8'),
    );
    return Object.entries(manifest.exports).map(([path, target]) => ({
      find: new RegExp(`^${manifest.name}${path.slice(1)}$`),
      replacement: join(root, dirname(file), target),
    }));
  });
}

/**
 * Runs the tests of the changed package first, and short files before long ones: the first failure ends
 * a run.
 */
class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const file = relative(root, moduleId);
      return area.tests.findIndex((glob) => matchesGlob(file, glob));
    };
    const bytes = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
    return files.toSorted((a, b) => rank(a) - rank(b) || bytes(a) - bytes(b));
  }
}

export default defineConfig({
  root,
  resolve: { alias: packageAliases() },
  test: {
    include: [...area.tests],
    exclude: ['**/node_modules/**', '**/generated/**'],
    environment: 'node',
    // Stryker starts a new worker for each run, so every defect meets modules that are loaded again.
    isolate: false,
    sequence: { sequencer: NearestFirst },
    runner: join(root, 'packages/launch/src/mutation/test-runner.ts'),
    globalSetup: area.database
      ? [join(root, 'packages/launch/src/test-run/database-setup.ts')]
      : [],
    testTimeout: area.database ? 60_000 : 5_000,
    hookTimeout: 120_000,
    server: { deps: { inline: [/@prisma\/schema-engine-wasm/] } },
  },
});
