import type {
  TSInterfaceDeclaration,
  TSSignature,
  TSType,
  TSTypeAliasDeclaration,
  TSTypeName,
  TSTypeReference,
} from 'oxc-parser';
import { type Declared, resolveName, type Scope } from './read-declarations.ts';

/** A difference between a value and its type. */
export interface Violation {
  /** The path from the nearest object that the API names in its `object` field. */
  readonly path: string;
  readonly problem: string;
}

interface Property {
  readonly optional: boolean;
  readonly type: TSType;
  readonly scope: Scope;
}

interface ObjectShape {
  readonly properties: Map<string, Property>;
  /** The type of all other properties, as in a map. */
  readonly index: Property | null;
}

/** Compares a value of a JSON document with a declared type; a property that the type lacks is a violation. */
export function checkDeclared(value: unknown, declared: Declared, path: string): Violation[] {
  const { node, scope } = declared;
  return node.type === 'TSInterfaceDeclaration'
    ? checkObject(value, getShape(declared), path)
    : checkType(value, node.typeAnnotation, scope, path);
}

function checkType(value: unknown, type: TSType, scope: Scope, path: string): Violation[] {
  switch (type.type) {
    case 'TSStringKeyword':
    case 'TSNumberKeyword':
    case 'TSBooleanKeyword': {
      const expected = type.type.slice(2, -'Keyword'.length).toLowerCase();
      return typeof value === expected ? [] : mismatch(path, expected, value);
    }
    case 'TSNullKeyword':
      return value === null ? [] : mismatch(path, 'null', value);
    case 'TSUndefinedKeyword':
    case 'TSVoidKeyword':
      return value === undefined ? [] : mismatch(path, 'nothing', value);
    case 'TSAnyKeyword':
    case 'TSUnknownKeyword':
      return [];
    case 'TSLiteralType': {
      const literal = getLiteral(type);
      return value === literal ? [] : mismatch(path, String(literal), value);
    }
    case 'TSParenthesizedType':
      return checkType(value, type.typeAnnotation, scope, path);
    case 'TSArrayType':
      return checkItems(value, type.elementType, scope, path);
    case 'TSUnionType':
      return checkUnion(value, type.types, scope, path);
    case 'TSTypeLiteral':
      return checkObject(value, shapeOfMembers(type.members, scope), path);
    case 'TSTypeReference':
      return checkReference(value, type, scope, path);
    default:
      throw new Error(`${path}: the checker does not support ${type.type}.`);
  }
}

function checkReference(value: unknown, type: TSTypeReference, scope: Scope, path: string) {
  const names = getNames(type.typeName);
  const [first = ''] = names;
  const params = type.typeArguments?.params ?? [];
  const bound = names.length === 1 ? scope.bindings.get(first) : undefined;
  if (bound) return checkType(value, bound.type, bound.scope, path);
  if (first === 'Array' && params[0]) return checkItems(value, params[0], scope, path);
  if (first === 'Partial') return [];
  // The client's decimal type; a string in JSON.
  if (first === 'Decimal')
    return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
      ? []
      : mismatch(path, 'a decimal string', value);
  // Represents values that a later version may add. The simulator has one version.
  if (first === 'OtherString') return mismatch(path, 'a documented value', value);
  const declared = resolveName(scope, names);
  if (!declared) throw new Error(`${path}: ${names.join('.')} is not declared.`);
  return checkDeclared(value, bind(declared, params, scope), path);
}

/** Gives the parameters of a generic declaration, such as `ApiList<T>`, their types. */
function bind({ node, scope }: Declared, params: readonly TSType[], from: Scope): Declared {
  const names = node.typeParameters?.params.map((param) => param.name.name) ?? [];
  const bindings = new Map(
    names.flatMap((name, i) => {
      const type = params[i];
      return type ? [[name, { type, scope: from }] as const] : [];
    }),
  );
  return { node, scope: bindings.size > 0 ? { ...scope, bindings } : scope };
}

function checkItems(value: unknown, item: TSType, scope: Scope, path: string): Violation[] {
  if (!Array.isArray(value)) return mismatch(path, 'an array', value);
  return value.flatMap((one) => checkType(one, item, scope, `${path}[]`));
}

/** Returns the violations of the member of a union that fits best. */
function checkUnion(value: unknown, members: readonly TSType[], scope: Scope, path: string) {
  let best: Violation[] | null = null;
  for (const member of members) {
    const found = checkType(value, member, scope, path);
    if (found.length === 0) return [];
    const here = found.some((one) => one.path === path);
    const bestHere = best?.some((one) => one.path === path) ?? true;
    if (best === null || (bestHere && !here) || (bestHere === here && found.length < best.length))
      best = found;
  }
  if (best?.some((one) => one.path === path)) return [notOneOf(value, members, path)];
  return best ?? [];
}

function notOneOf(value: unknown, members: readonly TSType[], path: string): Violation {
  const literals = members.every((one) => one.type === 'TSLiteralType');
  return { path, problem: `${literals ? 'not a documented value' : 'wrong type'}: ${show(value)}` };
}

function checkObject(value: unknown, shape: ObjectShape, path: string): Violation[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return mismatch(path, 'an object', value);
  const kind = shape.properties.get('object')?.type;
  const name = kind && getLiteral(kind);
  if (name !== undefined && 'object' in value && value.object !== name)
    return mismatch(path, String(name), value.object);
  const at = name === undefined || name === 'list' ? path : String(name);
  const found: Violation[] = [];
  const values = new Map<string, unknown>(Object.entries(value));
  for (const [name, property] of shape.properties) {
    if (!values.has(name) && !property.optional)
      found.push({ path: `${at}.${name}`, problem: 'missing' });
  }
  for (const [name, one] of values) {
    const property = shape.properties.get(name) ?? shape.index;
    if (!property) found.push({ path: `${at}.${name}`, problem: 'unknown' });
    else found.push(...checkType(one, property.type, property.scope, `${at}.${name}`));
  }
  return found;
}

const shapes = new WeakMap<TSInterfaceDeclaration | TSTypeAliasDeclaration, ObjectShape>();

function getShape(declared: Declared): ObjectShape {
  const { node, scope } = declared;
  if (node.type !== 'TSInterfaceDeclaration')
    throw new Error(`${node.id.name} is not an interface.`);
  const known = scope.bindings.size === 0 ? shapes.get(node) : undefined;
  if (known) return known;
  const shape = shapeOfMembers(node.body.body, scope);
  for (const { expression } of node.extends) {
    const base = expression.type === 'Identifier' ? resolveName(scope, [expression.name]) : null;
    if (!base) throw new Error(`The base of ${node.id.name} is not declared.`);
    for (const [name, property] of getShape(base).properties)
      if (!shape.properties.has(name)) shape.properties.set(name, property);
  }
  if (scope.bindings.size === 0) shapes.set(node, shape);
  return shape;
}

function shapeOfMembers(members: readonly TSSignature[], scope: Scope): ObjectShape {
  const properties = new Map<string, Property>();
  let index: Property | null = null;
  for (const member of members) {
    const type = 'typeAnnotation' in member ? member.typeAnnotation?.typeAnnotation : undefined;
    if (!type) continue;
    if (member.type === 'TSIndexSignature') index = { optional: true, type, scope };
    if (member.type !== 'TSPropertySignature') continue;
    const { key, optional } = member;
    if (key.type === 'Identifier') properties.set(key.name, { optional, type, scope });
    if (key.type === 'Literal') properties.set(String(key.value), { optional, type, scope });
  }
  return { properties, index };
}

function getLiteral(type: TSType): unknown {
  if (type.type !== 'TSLiteralType') return undefined;
  return type.literal.type === 'Literal' ? type.literal.value : undefined;
}

function getNames(name: TSTypeName): string[] {
  if (name.type === 'Identifier') return [name.name];
  if (name.type === 'TSQualifiedName') return [...getNames(name.left), String(name.right.name)];
  throw new Error('The checker does not support `this` as a type.');
}

const show = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 60);

const mismatch = (path: string, expected: string, value: unknown): Violation[] => [
  { path, problem: `expected ${expected}, not ${show(value)}` },
];
