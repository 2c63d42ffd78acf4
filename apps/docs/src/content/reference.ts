import { formatCurl } from '@parley/ui/format-curl';
import { summarize } from './guides.ts';
import { type Field, listFields } from './list-fields.ts';
import {
  document,
  getErrors,
  type Operation,
  resolveParameter,
  resolveResponse,
  resolveSchema,
} from './openapi.ts';
import { cell, code, json, type Page, pageHref, table } from './page.ts';
import { readSource } from './repository.ts';

const BASE_PATH = '/v1';
/** The API of `npm start`. */
const API_URL = 'http://localhost:4000';

/** An operation of the API with its place in the document. */
export interface DescribedOperation {
  readonly operation: Operation;
  /** In capitals. */
  readonly method: string;
  /** With the version: "/v1/events/{event_id}". */
  readonly path: string;
}

export const operations: readonly DescribedOperation[] = Object.entries(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      operation,
      method: method.toUpperCase(),
      path: BASE_PATH + path,
    })),
);

/** The path of an operation's page. */
export const operationPath = (operationId: string): string =>
  `reference/${operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Links to operations, with their method and path. */
export const listOperations = (list: readonly DescribedOperation[]): string =>
  table(
    ['Operation', 'Request'],
    list.map(({ operation, method, path }) => [
      `[${operation.summary}](${pageHref(operationPath(operation.operationId))})`,
      `\`${method} ${path}\``,
    ]),
  );

/** The call of the SDK for a request, from the table of its methods. */
const sdkCalls: ReadonlyMap<string, string> = new Map(
  [
    ...readSource('packages/sdk/README.md').matchAll(/^\| `(\w[^`]+)` \| `([A-Z]+ \/[^`]*)` \|$/gm),
  ].map(([, call = '', request = '']) => [request.replace(' ', ` ${BASE_PATH}`), call]),
);

function describeField({ name, type, isRequired, isNullable, description, values }: Field) {
  const kind = [isNullable ? `${type} or null` : type, ...(isRequired ? ['**required**'] : [])];
  const accepted = values.map((value) => `\`${value}\``).join(', ');
  return [`\`${name}\``, kind.join(', '), cell([description, accepted].filter(Boolean).join(' '))];
}

/** A table of fields. */
const fieldTable = (fields: readonly Field[]): string =>
  table(['Field', 'Type', 'Description'], fields.map(describeField));

/** The fields of a response, which are always present. */
const responseFields = (fields: readonly Field[]): string =>
  fieldTable(fields.map((field) => ({ ...field, isRequired: false })));

function describeParameters(operation: Operation, kind: 'path' | 'query' | 'header'): string[] {
  const parameters = (operation.parameters ?? [])
    .map(resolveParameter)
    .filter((parameter) => parameter.in === kind);
  const fields = parameters.flatMap(({ name, schema, required = false, description = '' }) =>
    listFields({ properties: { [name]: schema } }).map((field) => ({
      ...field,
      isRequired: required,
      description,
    })),
  );
  return fields.length === 0
    ? []
    : [`## ${{ path: 'Path', query: 'Query', header: 'Headers' }[kind]}`, fieldTable(fields)];
}

function describeErrors(operation: Operation): string {
  const rows = Object.entries(operation.responses)
    .filter(([status]) => status !== '200')
    .flatMap(([status, response]) =>
      getErrors(resolveResponse(response)).map((error) => [
        `[\`${error.code}\`](${pageHref(`errors/${error.code}`)})`,
        status,
        cell(error.text),
      ]),
    );
  return table(['Code', 'Status', 'What to do'], rows);
}

/** The elements that try-request.ts replaces by a form. A stream of events has no end to wait for. */
function tryForm({ method, path }: DescribedOperation, example: unknown): string[] {
  if (path.endsWith('/stream')) return [];
  const body = example === undefined ? '' : escapeAttribute(JSON.stringify(example, null, 2));
  const attributes = `data-method="${method}" data-path="${path}" data-body="${body}"`;
  return [`<parley-request ${attributes}></parley-request>`];
}

const escapeAttribute = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('\n', '&#10;');

const isPublic = (operation: Operation): boolean =>
  operation.security.some((scheme) => 'publishableKey' in scheme);

function operationPage(described: DescribedOperation): Page {
  const { operation, method, path } = described;
  const body = operation.requestBody?.content['application/json'];
  const success = resolveResponse(operation.responses['200'] ?? { description: '' });
  const content = success.content?.['application/json'];
  const events = success.content?.['text/event-stream'];
  const sdkCall = sdkCalls.get(`${method} ${path}`);
  const curlPath = encodeURI(path).replaceAll(/%7B(\w+)%7D/g, ':$1');
  const parts = [
    `\`${method} ${path}\``,
    operation.description,
    `Key: secret, with the scope \`${operation['x-required-scope']}\`${isPublic(operation) ? ', or publishable' : ''}.`,
    ...(operation['x-extension']
      ? ['An extension: other implementations of the interface may not have it.']
      : []),
    code(
      'sh frame="none"',
      formatCurl(API_URL, { method, path: curlPath, body: body?.example, keyKind: 'secret' }),
    ),
    ...(sdkCall ? [`With the [SDK](${pageHref('tools/sdk')}): \`parley.${sdkCall}\``] : []),
    ...tryForm(described, body?.example),
    ...describeParameters(operation, 'path'),
    ...describeParameters(operation, 'query'),
    ...describeParameters(operation, 'header'),
    ...(body ? ['## Body', fieldTable(listFields(body.schema))] : []),
    '## Response',
    ...(content ? [json(content.example), responseFields(listFields(content.schema))] : []),
    ...(events ? [code('text', String(events.example).trim())] : []),
    '## Errors',
    describeErrors(operation),
  ];
  return {
    path: operationPath(operation.operationId),
    title: operation.summary,
    description: summarize(operation.description),
    body: parts.join('\n\n'),
  };
}

export interface ReferenceGroup {
  readonly name: string;
  readonly operations: readonly DescribedOperation[];
}

/** The operations by what they are about. */
export const referenceGroups: readonly ReferenceGroup[] = document.tags.map(({ name }) => ({
  name,
  operations: operations.filter(({ operation }) => operation.tags.includes(name)),
}));

function overviewPage(): Page {
  const groups = referenceGroups.flatMap(({ name, operations: list }, index) => [
    `## ${name}`,
    document.tags[index]?.description ?? '',
    listOperations(list),
  ]);
  return {
    path: 'reference',
    title: 'API reference',
    description: 'Every operation of the REST API with its fields, examples and errors.',
    body: [
      document.info.description,
      `The [OpenAPI document](/openapi.json) describes the same for generators and tools. Requests have a key in the header \`Authorization: Bearer sk_test_…\`; [errors](${pageHref('errors')}) have one envelope.`,
      ...groups,
    ].join('\n\n'),
  };
}

/** The overview and a page for each operation. */
export const referencePages = (): readonly Page[] => [
  overviewPage(),
  ...operations.map(operationPage),
];

/** The page of each event type, and a list of all. */
export function eventPages(): readonly Page[] {
  const events = Object.entries(document['x-webhooks']).map(([type, { post }]) => {
    const { schema, example } = post.requestBody.content['application/json'] ?? { schema: {} };
    return { type, description: resolveSchema(schema).description ?? '', schema, example };
  });
  const rows = events.map(({ type, description }) => [
    `[\`${type}\`](${pageHref(`events/${type}`)})`,
    cell(description),
  ]);
  return [
    {
      path: 'events',
      title: 'Events',
      description: 'Every type of event with an example, as webhook endpoints receive it.',
      body: [
        `An event describes one change. [Webhooks](${pageHref('guides/webhooks')}) explains how they are delivered, signed and retried.`,
        table(['Type', 'When'], rows),
      ].join('\n\n'),
    },
    ...events.map(({ type, description, schema, example }) => ({
      path: `events/${type}`,
      title: type,
      description,
      body: [description, json(example), '## Fields', responseFields(listFields(schema))].join(
        '\n\n',
      ),
    })),
  ];
}
