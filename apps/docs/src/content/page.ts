/** A page of the site, in Markdown with links to other pages by their paths. */
export interface Page {
  /** Without slashes around it: "guides/webhooks". */
  readonly path: string;
  readonly title: string;
  /** One or two sentences in plain text, for search engines and lists of pages. */
  readonly description: string;
  /** Without the title. */
  readonly body: string;
}

/** The address of a page within the site. */
export const pageHref = (path: string): string => `/${path}/`;

/** A cell of a Markdown table. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** A Markdown table. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** A fenced code block. */
export const code = (language: string, text: string): string =>
  `\`\`\`${language}\n${text}\n\`\`\``;

/** JSON as it is shown to readers. */
export const json = (value: unknown): string => code('json', JSON.stringify(value, null, 2));
