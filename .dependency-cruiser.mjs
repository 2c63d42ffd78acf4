import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Who may import whom: the arrows of README.md. Everything not named here is forbidden.
const arrows = {
  domain: [],
  contract: ['domain'],
  db: ['domain'],
  provider: ['domain'],
  webhooks: ['domain'],
  operations: ['domain', 'contract', 'db', 'provider', 'webhooks'],
  router: ['domain', 'contract', 'operations'],
  sdk: ['contract'],
  ui: ['domain', 'contract'],
  auth: ['db', 'domain'],
  testing: [],
  config: [],
  telemetry: ['db', 'provider'],
  launch: ['domain', 'contract', 'db', 'auth', 'provider', 'webhooks', 'operations'],
};

const rooms = Object.keys(arrows);
const test = '\\.(test|spec)\\.tsx?$|^packages/[^/]+/test/|^apps/[^/]+/test/|^e2e/';
const npm = (names) => `(^|/)node_modules/(${names})(/|$)`;

/** The files package.json's `exports` lets others see; all else is a package's own business. */
function entries() {
  const folders = globSync('{packages,apps}/*/package.json', { cwd: import.meta.dirname });
  return folders.flatMap((file) => {
    const { exports = {} } = JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
    const folder = file.slice(0, -'/package.json'.length).replaceAll('\\', '/');
    return Object.values(exports).map((path) => join(folder, path).replaceAll('\\', '/'));
  });
}

const literal = (text) => text.replaceAll('.', '\\.').replaceAll('*', '[^/]+');

const arrowRules = rooms.map((room) => ({
  name: `arrows-of-${room}`,
  comment: `packages/${room} may import ${arrows[room].join(', ') || 'no other room'}.`,
  severity: 'error',
  from: { path: `^packages/${room}/` },
  to: {
    path: '^(packages|apps|e2e)/',
    // Test-only rooms have a rule of their own.
    pathNot: `^packages/(${[room, ...arrows[room], 'testing', 'config'].join('|')})/`,
  },
}));

export default {
  forbidden: [
    ...arrowRules,
    {
      name: 'known-rooms',
      comment: 'A new package gets its arrows in .dependency-cruiser.mjs first.',
      severity: 'error',
      from: { path: '^packages/', pathNot: `^packages/(${rooms.join('|')})/` },
      to: {},
    },
    {
      name: 'domain-is-pure',
      comment: 'packages/domain: no I/O, no clock, no package.',
      severity: 'error',
      from: { path: '^packages/domain/', pathNot: `${test}|vitest\\.config` },
      to: { pathNot: '^packages/domain/' },
    },
    {
      name: 'contract-is-zod',
      comment: 'packages/contract runs in browsers too: domain and zod, nothing else.',
      severity: 'error',
      from: { path: '^packages/contract/', pathNot: test },
      to: { pathNot: `^packages/(contract|domain)/|${npm('zod')}` },
    },
    {
      name: 'sdk-needs-nothing',
      comment: 'packages/sdk has no run-time dependency: it takes types from the contract.',
      severity: 'error',
      from: { path: '^packages/sdk/', pathNot: test },
      to: {
        path: '^packages/|(^|/)node_modules/',
        pathNot: '^packages/sdk/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'prisma-in-db-only',
      comment: 'Only packages/db speaks Prisma, and its generated client is its own.',
      severity: 'error',
      from: { path: '^(packages|apps|e2e)/', pathNot: '^packages/db/' },
      to: { path: `${npm('@prisma|prisma')}|^packages/db/src/generated/` },
    },
    {
      name: 'trpc-in-router-and-apps-only',
      comment: 'TRPCError and HTTP exist in the router and the apps.',
      severity: 'error',
      from: { path: '^(packages|e2e)/', pathNot: '^packages/router/' },
      to: { path: npm('@trpc|trpc-to-openapi') },
    },
    {
      name: 'payer-cannot-name-a-merchant-procedure',
      comment: 'The payer page mounts the payer router: no path leads from it to another.',
      severity: 'error',
      from: { path: '^apps/checkout/' },
      to: { path: '^packages/router/src/(merchant|dashboard)[/.]', reachable: true },
    },
    {
      name: 'apps-stand-alone',
      comment: 'An app never imports another one.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'sandbox-shares-nothing',
      comment: 'The simulator must not agree with us by using our code.',
      severity: 'error',
      from: { path: '^apps/sandbox/', pathNot: test },
      to: { path: '^packages/', pathNot: '^packages/config/' },
    },
    {
      name: 'launch-is-above-all',
      comment: 'Nothing but the root, tests and e2e knows how the product is started.',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: '^packages/launch/' },
      to: { path: '^packages/launch/' },
    },
    {
      name: 'testing-in-tests-only',
      comment: 'packages/testing and test runners stay out of what ships.',
      severity: 'error',
      from: {
        path: '^(packages|apps)/',
        pathNot: `${test}|^packages/(testing|config)/|^packages/launch/src/test-run/|vitest\\.config`,
      },
      to: { path: `^packages/testing/|${npm('vitest|@playwright|fast-check')}` },
    },
    {
      name: 'no-import-of-tests',
      comment: 'A test is the end of the road.',
      severity: 'error',
      from: { pathNot: test },
      to: { path: '\\.(test|spec)\\.tsx?$' },
    },
    {
      name: 'no-deep-imports',
      comment: 'Another package is entered by what its package.json exports.',
      severity: 'error',
      from: { path: '^((?:packages|apps)/[^/]+|e2e)/' },
      to: {
        path: '^(packages|apps)/',
        pathNot: `^$1/|^(${entries().map(literal).join('|')})$`,
      },
    },
    {
      name: 'no-cycles',
      comment: 'What imports in a circle cannot be understood one by one.',
      severity: 'error',
      from: { pathNot: '^packages/db/src/generated/' },
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'An import that leads nowhere escapes every other rule.',
      severity: 'error',
      from: { path: '^(packages|apps|e2e)/' },
      to: { couldNotResolve: true, pathNot: '^(next-env|\\./\\.next/)|\\.css$' },
    },
    {
      name: 'declared-dependencies',
      comment:
        'What a package imports stands in its own package.json, and what ships is no devDependency.',
      severity: 'error',
      from: { path: '^(packages|apps)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(\\.next|dist|coverage|test-results)/' },
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
