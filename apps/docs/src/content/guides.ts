import { dirname, join } from 'node:path/posix';
import { errorTable } from '@parley/domain';
import { type Page, pageHref } from './page.ts';
import { readSource } from './repository.ts';

/** The site's path of every Markdown file that it contains, in the order of the navigation. */
export const guideSections: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Get started': {
    'docs/guides/quickstart.md': 'quickstart',
    'docs/guides/how-it-works.md': 'guides/how-it-works',
    'docs/guides/testing.md': 'guides/testing',
    'docs/guides/going-live.md': 'guides/going-live',
    'docs/guides/migrating-from-stripe-checkout.md': 'guides/migrating-from-stripe-checkout',
  },
  Guides: {
    'docs/guides/cart-snapshots.md': 'guides/cart-snapshots',
    'docs/guides/cart-changes.md': 'guides/cart-changes',
    'docs/guides/currencies.md': 'guides/currencies',
    'docs/guides/embedding.md': 'guides/embedding',
    'docs/guides/own-checkout.md': 'guides/own-checkout',
    'docs/guides/attempts.md': 'guides/attempts',
    'docs/guides/subscriptions.md': 'guides/subscriptions',
    'docs/guides/webhooks.md': 'guides/webhooks',
    'docs/guides/refunds-and-disputes.md': 'guides/refunds-and-disputes',
    'docs/guides/idempotency.md': 'guides/idempotency',
    'docs/guides/security.md': 'guides/security',
    'docs/guides/versioning.md': 'guides/versioning',
    'CHANGELOG.md': 'changelog',
  },
  Tools: {
    'packages/sdk/README.md': 'tools/sdk',
    'packages/embed/README.md': 'tools/embed',
    'packages/cli/README.md': 'tools/cli',
    'packages/contract-kit/README.md': 'tools/contract-kit',
    'packages/mcp/README.md': 'tools/mcp',
  },
  'Run in production': {
    'docs/deployment.md': 'production/deployment',
    'docs/configuration.md': 'production/configuration',
    'docs/operation.md': 'production/operation',
    'docs/admin-commands.md': 'production/admin-commands',
    'docs/export-format.md': 'production/export-format',
    'docs/runbooks.md': 'production/runbooks',
    'docs/telemetry.md': 'production/telemetry',
    'docs/backup.md': 'production/backup',
    'docs/provider.md': 'production/provider',
    'docs/limits.md': 'production/limits',
    'docs/scaling.md': 'production/scaling',
    'docs/reliability.md': 'production/reliability',
    'docs/citus.md': 'production/citus',
    'docs/privacy.md': 'production/privacy',
    'docs/security.md': 'production/security',
  },
};

const pathOf: Readonly<Record<string, string>> = {
  ...Object.assign({}, ...Object.values(guideSections)),
  'docs/guides/errors.md': 'errors',
  'docs/openapi.json': 'reference',
  'packages/domain/src/session.ts': 'guides/states',
  'packages/domain/src/attempt.ts': 'guides/states',
};

/** The address in the site of a link in a file; undefined if its target has no page. */
function resolveLink(source: string, link: string): string | undefined {
  if (link.startsWith('#') || /^[a-z]+:/.test(link)) return link;
  const [file = '', heading] = link.split('#');
  const path = pathOf[join(dirname(source), file)];
  if (path === undefined) return undefined;
  // The section of an error code is a page of its own.
  if (path === 'errors' && heading && heading in errorTable) return pageHref(`errors/${heading}`);
  return pageHref(path) + (heading === undefined ? '' : `#${heading}`);
}

/**
 * Replaces links to files by links to their pages. A file that has no page, such as a decision record or
 * source code, is in the repository only: its link becomes text.
 */
export function linkToPages(source: string, markdown: string): string {
  const linkText = (text: string): string =>
    text
      // Decision records in parentheses or in a sentence of their own are of no use without the link.
      .replaceAll(/ \(\[\d{4}\]\([^)]+\)\)/g, '')
      .replaceAll(/ ?Decision records? \[\d{4}\][^.]*\.md\)[^.]*\.(?=\s|$)/g, '')
      // Images are for readers of the repository.
      .replaceAll(/!\[[^\]]*\]\([^)\s]+\)\n*/g, '')
      .replaceAll(/\[([^\]]*)\]\(([^)\s]+)\)/g, (_, label: string, link: string) => {
        // The file itself, not the pages that are made from it.
        const href = label === 'OpenAPI document' ? '/openapi.json' : resolveLink(source, link);
        return href === undefined ? label : `[${label}](${href})`;
      });
  return markdown
    .split(/(^```[\s\S]*?^```$)/gm)
    .map((part) => (part.startsWith('```') ? part : linkText(part)))
    .join('');
}

/** Markdown as plain text. */
const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The first sentences of the first paragraph, up to 200 characters, as plain text. */
export function summarize(markdown: string): string {
  const paragraph = markdown.split(/\n{2,}/).find((part) => /^[\p{L}`[*]/u.test(part)) ?? '';
  const text = plainText(paragraph);
  if (text.length <= 200) return text;
  const sentences = text.slice(0, 200).replace(/(?<=[.!?]) [^.!?]*$/, '');
  return sentences.length < 200 ? sentences : `${sentences.replace(/ \S*$/, '')}…`;
}

/** Splits a document into its title and its text. */
export function parseDocument(source: string): { readonly title: string; readonly body: string } {
  const [, title, body] = /^# (.+)\n([\s\S]*)$/.exec(readSource(source).trimStart()) ?? [];
  if (title === undefined || body === undefined) {
    throw new Error(`${source} must begin with "# " and its title`);
  }
  return { title, body: linkToPages(source, body).trim() };
}

/** The page of a Markdown file. */
export function readGuide(source: string, path: string): Page {
  const { title, body } = parseDocument(source);
  // Its first line is the name of the package, where releases insert theirs.
  if (source === 'CHANGELOG.md') {
    return { path, title: 'Changelog', body, description: 'What changed in each release.' };
  }
  return { path, title, body, description: summarize(body) };
}
