import { join } from 'node:path';
import { checkArrows } from '../check/arrows.ts';
import { repository } from '../repository.ts';

// Fewer than this and the parser has read nothing, which must not pass for "all is well".
const leastModules = 80;
const leastCrossings = 40;

const { violations, modules, crossings } = await checkArrows(
  repository,
  join(repository, '.dependency-cruiser.mjs'),
);
for (const violation of violations) console.error(violation);
if (modules < leastModules || crossings < leastCrossings) {
  console.error(`Only ${modules} files and ${crossings} imports across packages were read.`);
  process.exitCode = 1;
}
if (violations.length > 0) process.exitCode = 1;
console.log(
  `${modules} files, ${crossings} imports across packages, ${violations.length} forbidden.`,
);
