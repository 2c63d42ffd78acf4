import { join } from 'node:path';
import { bundleProgram } from '@parley/config/bundle';

/** Bundles the API and the worker of a copy of the repository, as a build does. */
export async function bundlePrograms(
  directory = join(import.meta.dirname, '../..'),
): Promise<void> {
  const scripts = ['api', 'worker'].map((app) => join(directory, 'apps', app, 'src', 'main.ts'));
  await Promise.all(scripts.map(bundleProgram));
}
