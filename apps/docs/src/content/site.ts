import { errorPages } from './errors.ts';
import { guideSections, readGuide } from './guides.ts';
import type { Page } from './page.ts';
import { eventPages, operationPath, referenceGroups, referencePages } from './reference.ts';
import { statesPage } from './states.ts';

/** An entry of the navigation: a page by its path, or a group. */
export type NavigationEntry =
  | { readonly slug: string }
  | {
      readonly label: string;
      readonly collapsed: boolean;
      readonly items: readonly NavigationEntry[];
    };

const guideGroup = (label: string): NavigationEntry => ({
  label,
  collapsed: label === 'Run in production',
  items: Object.values(guideSections[label] ?? {}).map((slug) => ({ slug })),
});

const reference: NavigationEntry = {
  label: 'Reference',
  collapsed: false,
  items: [
    { slug: 'reference' },
    ...referenceGroups.map(({ name, operations }) => ({
      label: name,
      collapsed: true,
      items: operations.map(({ operation }) => ({ slug: operationPath(operation.operationId) })),
    })),
    { slug: 'events' },
    { slug: 'errors' },
    { slug: 'guides/states' },
  ],
};

/** What the side of every page lists. Events and errors are listed on their own pages. */
export const navigation: readonly NavigationEntry[] = [
  guideGroup('Get started'),
  guideGroup('Guides'),
  reference,
  guideGroup('Tools'),
  guideGroup('Run in production'),
];

/** All pages of the site. */
export function readPages(): readonly Page[] {
  const guides = Object.values(guideSections).flatMap((section) =>
    Object.entries(section).map(([source, path]) => readGuide(source, path)),
  );
  return [...guides, ...referencePages(), ...eventPages(), ...errorPages(), statesPage()];
}
