import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

// Writes the types of the SDK: an interface for each schema of docs/openapi.json and for each query.

interface Schema {
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly 'x-enum'?: readonly unknown[];
  readonly nullable?: boolean;
}

interface Parameter {
  readonly in?: string;
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: object;
}

interface Content {
  readonly content: { readonly 'application/json': { readonly schema: { readonly $ref: string } } };
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content & { readonly required: boolean };
  readonly responses: { readonly 200: Content };
}

interface ApiDocument {
  readonly openapi: string;
  readonly info: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** Names of schemas that are also names of globals. */
const renamed: Readonly<Record<string, string>> = { Error: 'ErrorEnvelope', Event: 'ParleyEvent' };
const getName = (schema: string) => renamed[schema] ?? schema;

const source = join(import.meta.dirname, '../../../docs/openapi.json');
const target = join(import.meta.dirname, '../src/generated/schema.ts');
const document: ApiDocument = JSON.parse(await readFile(source, 'utf8'));

const { factory } = ts;
const literal = (text: unknown) =>
  factory.createLiteralTypeNode(factory.createStringLiteral(String(text), true));
const nullType = factory.createLiteralTypeNode(factory.createNull());
/** `string & {}` keeps an editor's completion of the known values. */
const anyOtherString = factory.createParenthesizedType(
  factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    factory.createTypeLiteralNode([]),
  ]),
);

/** A later version of the API may return further values. A request has the known ones only. */
function createOpenEnum(schema: Schema, path: string): ts.TypeNode | undefined {
  const values = schema['x-enum'] ?? schema.enum;
  const [, name = ''] = /^#\/components\/schemas\/(\w+)/.exec(path) ?? [];
  const isSent = /(Request|Query|Input)$/.test(name);
  if (!values || values.length < 2 || isSent) return undefined;
  return factory.createUnionTypeNode([
    ...values.map(literal),
    anyOtherString,
    ...(schema.nullable ? [nullType] : []),
  ]);
}

/** The operations with a JSON response: the stream of events has types of its own. */
const operations = Object.values(document.paths)
  .flatMap((item) => Object.entries(item).map(([method, operation]) => ({ method, ...operation })))
  .filter(({ responses }) => 'application/json' in responses[200].content);

const getQuery = ({ parameters = [] }: Operation) =>
  parameters.filter((parameter) => parameter.in === 'query');

const getQueryName = ({ operationId }: Operation) =>
  `${operationId.replace(/^\w/, (letter) => letter.toUpperCase())}Query`;

/** The query of each operation that has one, as a schema. */
function getQueries(): Record<string, object> {
  const queries = operations.flatMap((operation) => {
    const query = getQuery(operation);
    if (query.length === 0) return [];
    const properties = query.map(({ name, description, schema }) => [
      name,
      { ...schema, description },
    ]);
    return [
      [
        getQueryName(operation),
        {
          type: 'object',
          description: `Query of: ${operation.summary}.`,
          properties: Object.fromEntries(properties),
          required: query.filter(({ required }) => required).map((parameter) => parameter.name),
          additionalProperties: false,
        },
      ],
    ];
  });
  return Object.fromEntries(queries);
}

/** Replaces components["schemas"]["Name"] by Name. */
const referByName: ts.TransformerFactory<ts.Node> = (context) => (root) => {
  const visit = (node: ts.Node): ts.Node => {
    if (
      ts.isIndexedAccessTypeNode(node) &&
      ts.isIndexedAccessTypeNode(node.objectType) &&
      ts.isLiteralTypeNode(node.indexType) &&
      ts.isStringLiteral(node.indexType.literal)
    ) {
      return factory.createTypeReferenceNode(getName(node.indexType.literal.text));
    }
    return ts.visitEachChild(node, visit, context);
  };
  return ts.visitNode(root, visit);
};

function declare(member: ts.TypeElement): ts.Node {
  if (!ts.isPropertySignature(member) || !member.type) throw new Error('A schema has no type.');
  const schema = (member.name as ts.Identifier).text;
  const exported = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  const name = getName(schema);
  const declaration = ts.isTypeLiteralNode(member.type)
    ? factory.createInterfaceDeclaration(exported, name, undefined, undefined, member.type.members)
    : factory.createTypeAliasDeclaration(exported, name, undefined, member.type);
  ts.setSyntheticLeadingComments(declaration, ts.getSyntheticLeadingComments(member));
  const [transformed = declaration] = ts.transform(declaration, [referByName]).transformed;
  return transformed;
}

/** The method, input and output of each operation. The resources of the SDK are checked against them. */
function declareOperations(): string {
  const referred = ({ content }: Content) =>
    getName(content['application/json'].schema.$ref.replace('#/components/schemas/', ''));
  const lines = operations.map((operation) => {
    const { method, operationId, requestBody, responses } = operation;
    const query = getQuery(operation).length > 0 ? getQueryName(operation) : undefined;
    const input = requestBody ? referred(requestBody) : query;
    const isOptional = !requestBody?.required;
    const inputType = [input, isOptional && 'undefined'].filter(Boolean).join(' | ');
    return `    ${operationId}: { method: '${method.toUpperCase()}'; input: ${inputType}; output: ${referred(responses[200])} };`;
  });
  return `export interface Operations {\n${lines.join('\n')}\n}\n`;
}

const nodes = await openapiTS(
  {
    openapi: document.openapi,
    info: document.info,
    paths: {},
    components: { schemas: { ...document.components.schemas, ...getQueries() } },
  } as never,
  {
    silent: true,
    defaultNonNullable: false,
    transform: (schema, { path }) => createOpenEnum(schema, path ?? ''),
  },
);
const components = nodes.find(
  (node) => ts.isInterfaceDeclaration(node) && node.name.text === 'components',
) as ts.InterfaceDeclaration;
const [schemas] = components.members;
if (!schemas || !ts.isPropertySignature(schemas) || !schemas.type) throw new Error('No schemas.');
const declarations = (schemas.type as ts.TypeLiteralNode).members.map(declare);
const text = astToString(declarations)
  .replaceAll('@description ', '')
  .replaceAll(' (enum property replaced by openapi-typescript)', '')
  .replaceAll(/\n +\* @enum \{\w+\}/g, '')
  .replaceAll(/^ *\/\*\* @enum \{\w+\} \*\/\n/gm, '');

await mkdir(dirname(target), { recursive: true });
await writeFile(target, `// Generated from docs/openapi.json.\n\n${text}\n${declareOperations()}`);
