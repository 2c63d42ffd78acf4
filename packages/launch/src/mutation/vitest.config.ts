import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { areas, isAreaName } from './areas.ts';

const root = join(import.meta.dirname, '../../../..');
const name = process.env.MUTATION_AREA ?? '';
if (!isAreaName(name)) throw new Error(`MUTATION_AREA must name an area, not "${name}".`);
const area = areas[name];

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

export default defineConfig({
  root,
  resolve: { alias: packageAliases() },
  test: {
    include: [...area.tests],
    exclude: ['**/node_modules/**', '**/generated/**'],
    environment: 'node',
    // Stryker starts a new worker for each run, so every defect meets modules that are loaded again.
    isolate: false,
    globalSetup: area.database
      ? [join(root, 'packages/launch/src/test-run/database-setup.ts')]
      : [],
    testTimeout: area.database ? 60_000 : 5_000,
    hookTimeout: 120_000,
    server: { deps: { inline: [/@prisma\/schema-engine-wasm/] } },
  },
});
