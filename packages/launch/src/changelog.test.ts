import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from './repository.ts';

/** More are no longer reviewed one by one when a version is prepared. */
const maxWaiting = 40;

test('CHANGELOG.md begins with the version in package.json', () => {
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  const [, newest] =
    /^## (.+)$/m.exec(readFileSync(join(repository, 'CHANGELOG.md'), 'utf8')) ?? [];
  expect(newest).toBe(version);
});

test(`at most ${maxWaiting} changes wait for the next version in CHANGELOG.md`, () => {
  const files = readdirSync(join(repository, '.changeset'));
  const waiting = files.filter((file) => file.endsWith('.md') && file !== 'README.md');
  expect(
    waiting.length,
    'prepare a version: see "Prepare a version" in CONTRIBUTING.md',
  ).toBeLessThanOrEqual(maxWaiting);
});
