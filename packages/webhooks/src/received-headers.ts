export const signatureHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
type SignatureHeader = (typeof signatureHeaders)[number];

/** The values of the headers that a signature covers or consists of; empty for a missing one. */
export type ReceivedHeaders = Readonly<Record<SignatureHeader, string>>;

/** The headers of a webhook in a text, and the names under which they appear differently. */
export interface ParsedHeaders {
  readonly headers: ReceivedHeaders;
  /** Such as HTTP_WEBHOOK_ID, under which a library does not find the header. */
  readonly renamed: readonly string[];
}

/** A name and its value: a line of HTTP, an option of curl, or a line of an object that a program prints. */
const HEADER =
  /(?<![\w-])(?<name>(?:http[-_])?webhook[-_](?:id|timestamp|signature))\]?["']?[ \t]*(?:=>|[:=])[ \t]*\[?[ \t]*(?:"(?<double>[^"\r\n]*)"|'(?<single>[^'\r\n]*)'|(?<bare>[^\r\n"']*))/gi;

/**
 * Reads the headers of a webhook from what a developer copied: lines of HTTP, or an object as programs
 * print it. Of a header that appears more than once, it reads the first value.
 */
export function parseHeaders(text: string): ParsedHeaders {
  const values = new Map<string, string>();
  const renamed: string[] = [];
  for (const { groups = {} } of text.matchAll(HEADER)) {
    const { name = '', double, single, bare = '' } = groups;
    const header = name
      .toLowerCase()
      .replaceAll('_', '-')
      .replace(/^http-/, '');
    if (values.has(header)) continue;
    values.set(header, (double ?? single ?? bare.replace(/,\s*$/, '')).trim());
    if (name.toLowerCase() !== header) renamed.push(name);
  }
  return {
    headers: {
      'webhook-id': values.get('webhook-id') ?? '',
      'webhook-timestamp': values.get('webhook-timestamp') ?? '',
      'webhook-signature': values.get('webhook-signature') ?? '',
    },
    renamed,
  };
}
