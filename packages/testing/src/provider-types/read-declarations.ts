import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Directive,
  parseSync,
  type Statement,
  type TSInterfaceDeclaration,
  type TSModuleDeclaration,
  type TSType,
  type TSTypeAliasDeclaration,
} from 'oxc-parser';

/** An interface or type alias with the scope that its own names are resolved in. */
export interface Declared {
  readonly node: TSInterfaceDeclaration | TSTypeAliasDeclaration;
  readonly scope: Scope;
}

/** Types bound to the parameters of a generic declaration. */
type Bindings = ReadonlyMap<string, { readonly type: TSType; readonly scope: Scope }>;

/** A module or namespace of a declaration file. */
export interface Scope {
  readonly file: URL;
  readonly parent: Scope | null;
  readonly types: Map<string, TSInterfaceDeclaration | TSTypeAliasDeclaration>;
  /** Namespaces by name. Declarations of one name are merged. */
  readonly namespaces: Map<string, Scope>;
  /** Imported and re-exported names, with the module and the name in it; `*` is the module itself. */
  readonly imports: Map<string, { readonly from: URL; readonly name: string }>;
  readonly bindings: Bindings;
}

const modules = new Map<string, Scope>();

/** Parses a declaration file; each file once. */
export function readModule(file: URL): Scope {
  const known = modules.get(file.href);
  if (known) return known;
  const source = readFileSync(file, 'utf8');
  const { program, errors } = parseSync(fileURLToPath(file), source);
  if (errors[0]) throw new Error(`${file.href}: ${errors[0].message}`);
  const scope = newScope(file, null);
  declareAll(scope, program.body);
  modules.set(file.href, scope);
  return scope;
}

function newScope(file: URL, parent: Scope | null): Scope {
  return {
    file,
    parent,
    types: new Map(),
    namespaces: new Map(),
    imports: new Map(),
    bindings: new Map(),
  };
}

function declareAll(scope: Scope, body: readonly (Directive | Statement)[]): void {
  for (const statement of body) declare(scope, statement);
}

function declare(scope: Scope, statement: Directive | Statement): void {
  switch (statement.type) {
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      scope.types.set(statement.id.name, statement);
      return;
    case 'TSModuleDeclaration':
      if (statement.kind === 'global') return;
      declareNamespace(scope, statement);
      return;
    case 'ExportNamedDeclaration': {
      if (statement.declaration) declare(scope, statement.declaration);
      if (!statement.source) return;
      const from = getModule(scope.file, statement.source.value);
      for (const { local, exported } of statement.specifiers)
        scope.imports.set(getName(exported), { from, name: getName(local) });
      return;
    }
    case 'ImportDeclaration': {
      const from = getModule(scope.file, statement.source.value);
      for (const specifier of statement.specifiers) {
        const name = specifier.type === 'ImportSpecifier' ? getName(specifier.imported) : '*';
        scope.imports.set(specifier.local.name, { from, name });
      }
      return;
    }
    default:
  }
}

function declareNamespace(scope: Scope, statement: TSModuleDeclaration): void {
  if (statement.id.type !== 'Identifier' || !statement.body) return;
  const { name } = statement.id;
  const inner = scope.namespaces.get(name) ?? newScope(scope.file, scope);
  scope.namespaces.set(name, inner);
  if ('body' in statement.body) declareAll(inner, statement.body.body);
}

const getName = (name: { name: string } | { value: string }): string =>
  'name' in name ? name.name : name.value;

function getModule(file: URL, specifier: string): URL {
  const url = new URL(specifier.replace(/\.js$/, '.d.ts'), file);
  return existsSync(url) ? url : new URL('about:blank');
}

/** Returns what a dotted name such as `Evidence.Appeal` means in a scope; null if it is not declared there. */
export function resolveName(scope: Scope, path: readonly string[]): Declared | null {
  const [first, ...rest] = path;
  if (first === undefined) return null;
  for (let at: Scope | null = scope; at; at = at.parent) {
    const found = lookUp(at, first, rest);
    if (found) return found;
  }
  return null;
}

function lookUp(scope: Scope, first: string, rest: readonly string[]): Declared | null {
  const imported = scope.imports.get(first);
  if (imported) {
    if (imported.from.protocol === 'about:') return null;
    const inner = readModule(imported.from);
    return imported.name === '*'
      ? lookUp(inner, rest[0] ?? '', rest.slice(1))
      : lookUp(inner, imported.name, rest);
  }
  if (rest.length === 0) {
    const node = scope.types.get(first);
    return node ? { node, scope } : null;
  }
  const namespace = scope.namespaces.get(first);
  return namespace ? lookUp(namespace, rest[0] ?? '', rest.slice(1)) : null;
}
