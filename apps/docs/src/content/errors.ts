import { errorTable } from '@parley/domain';
import { parseDocument } from './guides.ts';
import { getErrors, resolveResponse } from './openapi.ts';
import { json, type Page, pageHref, table } from './page.ts';
import { listOperations, operations } from './reference.ts';

const SOURCE = 'docs/guides/errors.md';

/** The operations that can return an error. */
const findOperations = (code: string) =>
  operations.filter(({ operation }) =>
    Object.values(operation.responses).some((response) =>
      getErrors(resolveResponse(response)).some((error) => error.code === code),
    ),
  );

/** The sections of the guide by their code, and what is before them. */
function readSections(): { readonly introduction: string; readonly sections: Map<string, string> } {
  const [introduction = '', ...parts] = parseDocument(SOURCE).body.split(/^## /m);
  const sections = parts.map((part): [string, string] => {
    const [heading = '', ...lines] = part.split('\n');
    return [heading.replaceAll('`', '').trim(), lines.join('\n').trim()];
  });
  return { introduction: introduction.trim(), sections: new Map(sections) };
}

/**
 * A page for each error code, whose address errors of the API link to, and a list of all.
 * @throws Error if a code has no section in the guide, or a section no code
 */
export function errorPages(): readonly Page[] {
  const { introduction, sections } = readSections();
  const entries = Object.entries(errorTable);
  const unknown = [...sections.keys()].filter((code) => !(code in errorTable));
  if (unknown.length > 0) throw new Error(`${SOURCE} has unknown codes: ${unknown.join(', ')}`);
  const pages = entries.map(([code, { status, message, retryable }]): Page => {
    const text = sections.get(code);
    if (text === undefined) throw new Error(`${SOURCE} has no section "${code}"`);
    const found = findOperations(code);
    const isOfEveryOperation = found.length === operations.length;
    const parts = [
      `Status ${status}. ${retryable ? 'The same request may succeed later.' : 'The same request fails again until something has changed.'}`,
      text,
      json({ error: { code, message, request_id: 'req_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0' } }),
      ...(isOfEveryOperation ? ['Every operation can return it.'] : []),
      ...(found.length > 0 && !isOfEveryOperation ? ['## Operations', listOperations(found)] : []),
    ];
    return {
      path: `errors/${code}`,
      title: code,
      description: message,
      body: parts.join('\n\n'),
    };
  });
  const rows = entries.map(([code, { status, retryable }]) => [
    `[\`${code}\`](${pageHref(`errors/${code}`)})`,
    String(status),
    retryable ? 'yes' : 'no',
  ]);
  const list = {
    path: 'errors',
    title: 'Errors',
    description: 'Every error code of the API with its cause and its remedy.',
    body: [introduction, table(['Code', 'Status', 'Retry'], rows)].join('\n\n'),
  };
  return [list, ...pages];
}
