import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from './repository.ts';

const documents = ['*.md', 'docs/**/*.md', '{apps,examples,packages}/*/*.md'].flatMap((pattern) =>
  globSync(join(repository, pattern)).map((file) => relative(repository, file)),
);

/** The files and headings of the repository that a document links to. */
function namedIn(document: string) {
  const text = readFileSync(join(repository, document), 'utf8').replaceAll(/^```.*?^```/gms, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return links
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', heading] = target.split('#');
      return {
        target,
        file: path ? join(repository, dirname(document), path) : join(repository, document),
        heading,
      };
    });
}

/** The anchors of a document's headings, as GitHub writes them. */
function getAnchors(file: string): readonly string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(documents)('every file and heading that %s links to exists', (document) => {
  const broken = namedIn(document).filter(
    ({ file, heading }) =>
      !existsSync(file) || (heading !== undefined && !getAnchors(file).includes(heading)),
  );
  expect(broken.map(({ target }) => target)).toEqual([]);
});
