import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Which packages each package may import, in addition to `testing` (in tests) and `config`. Nothing else is allowed. */
const allowedDependencies = {
  domain: [],
  contract: ['domain'],
  db: ['domain'],
  provider: ['domain'],
  webhooks: ['domain'],
  mail: [],
  operations: ['domain', 'contract', 'db', 'mail', 'provider', 'webhooks'],
  router: ['domain', 'contract', 'operations'],
  'client-generators': [],
  'payer-view': ['domain', 'mail', 'operations'],
  ui: ['domain', 'contract'],
  embed: [],
  // Its tests sign as the product does.
  sdk: ['domain', 'webhooks'],
  cli: ['sdk'],
  mcp: ['sdk'],
  'contract-kit': ['contract', 'domain', 'sdk'],
  auth: ['db', 'domain', 'mail'],
  testing: [],
  config: [],
  telemetry: ['db', 'provider'],
  environment: [],
  runtime: ['db', 'domain', 'environment', 'provider', 'telemetry'],
  demo: ['domain', 'db', 'auth', 'provider', 'operations'],
  launch: ['domain', 'db', 'demo', 'environment'],
};

/** The folders and shared files of apps/sandbox/src, from the lowest layer to the highest. */
const sandboxLayers = [
  'clock',
  'config',
  'wire',
  'cards',
  'scenarios',
  'store',
  'payment-methods',
  'customers',
  'catalog',
  'charges',
  'intents',
  'payment-intents',
  'setup-intents',
  'invoices',
  'subscriptions',
  'checkout',
  'flows',
  'background',
  'api',
  'routes',
  'pages',
];

/** The folders and files of packages/db/src, from the lowest layer to the highest. */
const dbLayers = [
  'generated',
  'sql',
  'queues',
  'attempts',
  'payments',
  'merchants',
  'sessions',
  'webhooks',
  'commit',
  'roles',
  'migrations',
  'provider',
  'accounts',
  'maintenance',
  'repositories',
  'transactions',
  'database',
  'index',
];

/** The folders and files of apps/checkout/src, from the lowest layer to the highest. */
const checkoutLayers = [
  'generated',
  'env',
  'bundle',
  'captcha',
  'live',
  'proxy',
  'view',
  'instrumentation',
  'documents',
  'browser',
  'app-context',
  'http',
  'app',
];

/** The same for packages/router/src. */
const routerLayers = [
  'context',
  'escape-invalid-path',
  'nearest-field',
  'permissions',
  'read-body',
  'strict-json',
  'errors',
  'operation-meta',
  'principal',
  'rpc-request',
  'trpc',
  'procedure',
  'procedures',
  'app-router',
  'payer',
  'rest',
  'index',
];

/** Every layer may import all layers before it. */
const inOrder = (layers) =>
  Object.fromEntries(layers.map((layer, index) => [layer, layers.slice(0, index)]));

/** The folders of packages/operations/src: see docs/decisions/0052-layers.md. */
const operationsLayers = {
  request: [],
  event: ['request'],
  audit: ['request'],
  'session-change': ['request', 'event'],
  subscription: ['request', 'event', 'session-change'],
  attempt: ['request', 'event', 'session-change', 'subscription'],
  session: ['request', 'event', 'api-request', 'session-change', 'subscription', 'attempt'],
  payer: ['request', 'event', 'session-change', 'subscription', 'attempt'],
  'provider-event': ['request', 'event', 'audit', 'session-change', 'subscription', 'attempt'],
  merchant: ['request', 'audit', 'team'],
  'provider-config': ['request', 'audit'],
  export: [
    'request',
    'audit',
    'api-request',
    'session-change',
    'merchant',
    'provider-config',
    'webhook-endpoint',
    'subscription',
  ],
  'api-key': ['request', 'audit'],
  'api-request': ['request'],
  'webhook-endpoint': ['request', 'event', 'audit'],
  'saved-view': ['request'],
  team: ['request', 'audit'],
  attention: ['request', 'audit'],
  overview: ['request'],
  search: ['request'],
};

/** The folders and shared files of apps/dashboard/src below the features, from the lowest layer to the highest. */
const dashboardBase = [
  'env',
  'own-origin',
  'request-headers',
  'csp-and-csrf',
  'refuse-foreign-request',
  'failure-digest',
  'messages',
  'preferences',
  'addresses',
  'trpc',
  'person',
  'components',
  'format',
  'forms',
  'lists',
  'details',
  'server',
  'webauthn',
];

/** The features of the dashboard, and which other features each one may import. */
const dashboardFeatures = {
  'api-keys': [],
  attention: [],
  audit: [],
  events: [],
  merchants: [],
  notifications: ['attention'],
  overview: ['attention'],
  'provider-configs': [],
  'provider-events': [],
  requests: [],
  sessions: ['attention'],
  settings: [],
  subscriptions: [],
  team: [],
  'webhook-endpoints': ['overview'],
  'sign-in': [],
  'second-factor': ['merchants', 'sign-in'],
  reauthentication: ['second-factor'],
  passkeys: ['reauthentication'],
  account: ['passkeys', 'second-factor', 'sign-in'],
  commands: ['merchants', 'sign-in'],
};

/** See docs/decisions/0052-layers.md. */
const dashboardLayers = {
  ...inOrder(dashboardBase),
  ...Object.fromEntries(
    Object.entries(dashboardFeatures).map(([name, features]) => [
      name,
      [...dashboardBase, ...features],
    ]),
  ),
  shell: [...dashboardBase, ...Object.keys(dashboardFeatures)],
  app: [...dashboardBase, ...Object.keys(dashboardFeatures), 'shell'],
  proxy: dashboardBase,
  instrumentation: dashboardBase,
};

/**
 * Layers inside a package: which other top-level folders (or files) of `src` each one may import.
 */
const allowedLayers = {
  'apps/checkout': inOrder(checkoutLayers),
  'apps/dashboard': dashboardLayers,
  'apps/sandbox': inOrder(sandboxLayers),
  'packages/db': inOrder(dbLayers),
  'packages/operations': operationsLayers,
  'packages/router': inOrder(routerLayers),
};

const packages = Object.keys(allowedDependencies);
const test = '\\.(test|spec)\\.tsx?$|^packages/[^/]+/test/|^apps/[^/]+/test/|^e2e/';
const npm = (names) => `(^|/)node_modules/(${names})(/|$)`;

/** The files that each package.json exports. All other files of a package are internal. */
function exportedFiles() {
  const manifests = globSync('{packages,apps}/*/package.json', { cwd: import.meta.dirname });
  return manifests.flatMap((file) => {
    const { exports = {} } = JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
    const folder = file.slice(0, -'/package.json'.length).replaceAll('\\', '/');
    return Object.values(exports).map((path) => join(folder, path).replaceAll('\\', '/'));
  });
}

const asPattern = (path) => path.replaceAll('.', '\\.').replaceAll('*', '[^/]+');

const packageRules = packages.map((name) => ({
  name: `dependencies-of-${name}`,
  comment: `packages/${name} may import ${allowedDependencies[name].join(', ') || 'no other package'}.`,
  severity: 'error',
  from: { path: `^packages/${name}/` },
  to: {
    path: '^(packages|apps|e2e)/',
    // A separate rule limits testing and config.
    pathNot: `^packages/(${[name, ...allowedDependencies[name], 'testing', 'config'].join('|')})/`,
  },
}));

const layerRules = Object.entries(allowedLayers).flatMap(([folder, layers]) =>
  Object.entries(layers).map(([layer, allowed]) => ({
    name: `layers-of-${folder.replace('/', '-')}-${layer}`,
    comment: `${folder}/src/${layer} may import ${allowed.join(', ') || 'no other folder of src'}.`,
    severity: 'error',
    from: { path: `^${folder}/src/${layer}[/.]`, pathNot: test },
    to: {
      path: `^${folder}/src/`,
      pathNot: `^${folder}/src/(${[layer, ...allowed].join('|')})[/.]`,
    },
  })),
);

const knownLayerRules = Object.entries(allowedLayers).map(([folder, layers]) => ({
  name: `known-layers-of-${folder.replace('/', '-')}`,
  comment: `Add a new folder of ${folder}/src to its layers in this file.`,
  severity: 'error',
  from: {
    path: `^${folder}/src/[^/]+/`,
    pathNot: `^${folder}/src/(${Object.keys(layers).join('|')})/`,
  },
  to: {},
}));

export default {
  forbidden: [
    ...packageRules,
    ...layerRules,
    ...knownLayerRules,
    {
      name: 'known-packages',
      comment: 'Add a new package to allowedDependencies in .dependency-cruiser.mjs.',
      severity: 'error',
      from: { path: '^packages/', pathNot: `^packages/(${packages.join('|')})/` },
      to: {},
    },
    {
      name: 'domain-is-pure',
      comment: 'packages/domain performs no I/O, reads no clock and imports no package.',
      severity: 'error',
      from: { path: '^packages/domain/', pathNot: `${test}|vitest\\.config` },
      to: { pathNot: '^packages/domain/' },
    },
    {
      name: 'contract-imports-zod-only',
      comment: 'packages/contract also runs in browsers: it imports domain and zod only.',
      severity: 'error',
      from: { path: '^packages/contract/', pathNot: test },
      to: { pathNot: `^packages/(contract|domain)/|${npm('zod')}` },
    },
    {
      name: 'prisma-in-db-only',
      comment: 'Only packages/db imports Prisma and its generated client.',
      severity: 'error',
      from: { path: '^(packages|apps|e2e)/', pathNot: '^packages/db/' },
      to: { path: `${npm('@prisma|prisma')}|^packages/db/src/generated/` },
    },
    {
      name: 'trpc-in-router-and-apps-only',
      comment: 'Only packages/router and the apps import tRPC.',
      severity: 'error',
      from: { path: '^(packages|e2e)/', pathNot: '^packages/router/' },
      to: { path: npm('@trpc|trpc-to-openapi') },
    },
    {
      name: 'payer-page-reaches-payer-procedures-only',
      comment: 'No import path leads from apps/checkout to a merchant procedure.',
      severity: 'error',
      from: { path: '^apps/checkout/' },
      to: {
        path: '^packages/router/src/(app-router|procedures/(?!payer)[a-z-]+)\\.',
        reachable: true,
      },
    },
    {
      name: 'apps-import-no-app',
      comment: 'An app never imports another app. Its tests may start one in their own process.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: test },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'sandbox-shares-no-code',
      comment:
        'The provider simulator shares no code with the product, and thus no errors, but reads its environment alike.',
      severity: 'error',
      from: { path: '^apps/sandbox/', pathNot: test },
      to: { path: '^packages/', pathNot: '^packages/(config|environment)/' },
    },
    {
      name: 'examples-use-the-interface-only',
      comment: 'An example is code of an integrator: it uses what Parley publishes.',
      severity: 'error',
      from: { path: '^examples/' },
      to: { path: '^(packages|apps)/', pathNot: '^packages/(config|sdk)/' },
    },
    {
      name: 'sdk-bundles-money-only',
      comment:
        'packages/sdk is published: it depends on nothing, and bundles the amounts of domain.',
      severity: 'error',
      from: { path: '^packages/sdk/src/', pathNot: test },
      to: { pathNot: '^packages/(sdk/src/|domain/src/money)' },
    },
    {
      name: 'launch-is-not-imported',
      comment:
        'packages and apps do not depend on how the product is started. Their tests may start a PostgreSQL of their own.',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: `^packages/launch/|${test}` },
      to: { path: '^packages/launch/' },
    },
    {
      name: 'tests-import-the-throwaway-postgres-only',
      comment: 'Tests of packages and apps do not depend on how the product is started either.',
      severity: 'error',
      from: { path: test, pathNot: '^packages/launch/|^e2e/' },
      to: {
        path: '^packages/launch/',
        pathNot: '^packages/launch/src/postgres/throwaway-postgres\\.ts$',
      },
    },
    {
      name: 'testing-in-tests-only',
      comment:
        'Production code imports neither packages/testing nor a test runner. The parts of launch that run tests may import packages/testing.',
      severity: 'error',
      from: {
        path: '^(packages|apps)/',
        pathNot: `${test}|^packages/(testing|config)/|^packages/launch/src/(test-run|postgres/throwaway-postgres)|vitest\\.config`,
      },
      to: { path: `^packages/testing/|${npm('vitest|@playwright|fast-check')}` },
    },
    {
      name: 'no-import-of-tests',
      comment: 'No file imports a test file. Move shared code to a file of its own.',
      severity: 'error',
      from: { pathNot: test },
      to: { path: '\\.(test|spec)\\.tsx?$' },
    },
    {
      name: 'no-deep-imports',
      comment: 'Import another package only through the `exports` of its package.json.',
      severity: 'error',
      from: { path: '^((?:packages|apps)/[^/]+|e2e|bench)/' },
      to: {
        path: '^(packages|apps)/',
        pathNot: `^$1/|^(${exportedFiles().map(asPattern).join('|')})$`,
      },
    },
    {
      name: 'no-cycles',
      comment: 'Modules do not import each other in a cycle.',
      severity: 'error',
      from: { pathNot: '^(packages/(db/src|client-generators)|bench/peers)/generated/' },
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'Every import resolves: the other rules cannot check an unresolved one.',
      severity: 'error',
      from: { path: '^(packages|apps|examples|e2e|bench)/' },
      to: { couldNotResolve: true, pathNot: '^(next-env|\\./\\.next/)|\\.css$|^astro:' },
    },
    {
      name: 'declared-dependencies',
      comment: 'Declare every imported package in the package.json of the importer.',
      severity: 'error',
      from: { path: '^(packages|apps|examples|bench)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    // TypeScript 7 has no JavaScript API yet. swc returns imports of types too; tsPreCompilationDeps is for tsc only.
    parser: 'swc',
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
