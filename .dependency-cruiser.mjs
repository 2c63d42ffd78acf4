import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const words = (text) => text.split(/\s+/).filter(Boolean);

/** Reads lines `importers: imported`. Each of the importers may import all that is named, and nothing else. */
const readTable = (text) =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [importers = [], imported = []] = line.split(':').map(words);
      return importers.map((importer) => [importer, imported]);
    }),
  );

/** Reads layers from the lowest to the highest. Each of them may import all before it. */
const readLayers = (text) =>
  Object.fromEntries(words(text).map((layer, index, all) => [layer, all.slice(0, index)]));

/** The packages, in addition to `testing` (in tests) and `config`. The tests of `sdk` sign as the product does. */
const packages = readTable(`
  domain mail client-generators embed testing config environment:
  contract db provider webhooks: domain
  operations: domain contract db mail provider webhooks
  router: domain contract operations
  payer-view: domain mail operations
  ui: domain contract
  sdk: domain webhooks
  cli mcp: sdk
  contract-kit: contract domain sdk
  auth: db domain mail
  telemetry: db environment provider
  runtime: db domain environment provider telemetry
  demo: domain db auth provider operations sdk
  launch: domain db demo environment
  test-server: db demo launch`);

/** What the features of the dashboard import: these files and folders, in their order, and these other features. */
const dashboardBase = readLayers(`
  env own-origin request-headers csp-and-csrf refuse-foreign-request failure-digest messages preferences addresses
  trpc person components format forms lists details server webauthn`);
const dashboardFeatures = readTable(`
  api-keys attention audit events merchants provider-configs provider-events requests sign-in:
  settings subscriptions team:
  notifications overview sessions: attention
  webhook-endpoints: overview
  second-factor: merchants sign-in
  reauthentication: second-factor
  passkeys: reauthentication
  account: passkeys second-factor sign-in
  commands: merchants sign-in`);
const base = Object.keys(dashboardBase);
const belowShell = [...base, ...Object.keys(dashboardFeatures)];

/** The folders and files of `src`, by folder of the package: see docs/decisions/0052-layers.md. */
const layers = {
  'apps/checkout': readLayers(`
    generated env bundle captcha live proxy view instrumentation documents browser app-context http app`),
  'apps/dashboard': {
    ...dashboardBase,
    ...Object.fromEntries(
      Object.entries(dashboardFeatures).map(([name, features]) => [name, [...base, ...features]]),
    ),
    shell: belowShell,
    app: [...belowShell, 'shell'],
    proxy: base,
    instrumentation: base,
  },
  'apps/sandbox': readLayers(`
    clock config wire cards scenarios store payment-methods customers catalog charges intents payment-intents
    setup-intents invoices subscriptions checkout flows background api routes pages`),
  'packages/db': readLayers(`
    generated sql queues attempts payments merchants sessions webhooks commit roles migrations provider accounts
    maintenance repositories transactions database index`),
  'packages/operations': readTable(`
    request:
    event audit api-request saved-view overview search: request
    provider-config api-key team attention: request audit
    merchant: request audit team
    webhook-endpoint: request event audit
    session-change: request event
    subscription: request event session-change
    attempt: request event session-change subscription
    payer: request event session-change subscription attempt
    session: request event api-request session-change subscription attempt
    provider-event: request event audit session-change subscription attempt
    export: request audit api-request session-change merchant provider-config webhook-endpoint subscription`),
  'packages/router': readLayers(`
    context escape-invalid-path nearest-field read-body strict-json errors operation-meta principal
    rpc-request trpc procedure procedures app-router payer rest index`),
};

const test = '\\.(test|spec)\\.tsx?$|^packages/[^/]+/test/|^apps/[^/]+/test/|^e2e/';
const npm = (names) => `(^|/)node_modules/(${names})(/|$)`;
const anyOf = (names) => `(${names.join('|')})`;
const list = (names) => names.join(', ') || 'no other one';

/** The files that each package.json exports. All other files of a package are internal. */
const exported = globSync('{packages,apps}/*/package.json', { cwd: import.meta.dirname })
  .flatMap((file) => {
    const { exports = {} } = JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
    return Object.values(exports).map((path) => join(dirname(file), path).replaceAll('\\', '/'));
  })
  .map((path) => path.replaceAll('.', '\\.').replaceAll('*', '[^/]+'));

/**
 * Forbids the imports of some files by others.
 * @param from a pattern of the importing files, or conditions
 * @param to a pattern of the imported files, or conditions
 */
const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: typeof from === 'string' ? { path: from } : from,
  to: typeof to === 'string' ? { path: to } : to,
});

const packageRules = Object.entries(packages).map(([name, imported]) =>
  forbid(
    `dependencies-of-${name}`,
    `packages/${name} may import these packages: ${list(imported)}.`,
    `^packages/${name}/`,
    {
      path: '^(packages|apps|e2e)/',
      // A separate rule limits testing and config.
      pathNot: `^packages/${anyOf([name, ...imported, 'testing', 'config'])}/`,
    },
  ),
);

const layerRules = Object.entries(layers).flatMap(([folder, table]) => [
  ...Object.entries(table).map(([layer, imported]) =>
    forbid(
      `layers-of-${folder.replace('/', '-')}-${layer}`,
      `${folder}/src/${layer} may import these layers: ${list(imported)}.`,
      { path: `^${folder}/src/${layer}[/.]`, pathNot: test },
      { path: `^${folder}/src/`, pathNot: `^${folder}/src/${anyOf([layer, ...imported])}[/.]` },
    ),
  ),
  forbid(
    `known-layers-of-${folder.replace('/', '-')}`,
    `Add a new folder of ${folder}/src to its layers in this file.`,
    { path: `^${folder}/src/[^/]+/`, pathNot: `^${folder}/src/${anyOf(Object.keys(table))}/` },
    {},
  ),
]);

export default {
  forbidden: [
    ...packageRules,
    ...layerRules,
    forbid(
      'known-packages',
      'Add a new package to the table in .dependency-cruiser.mjs.',
      { path: '^packages/', pathNot: `^packages/${anyOf(Object.keys(packages))}/` },
      {},
    ),
    forbid(
      'domain-is-pure',
      'packages/domain performs no I/O, reads no clock and imports no package.',
      { path: '^packages/domain/', pathNot: `${test}|vitest\\.config` },
      { pathNot: '^packages/domain/' },
    ),
    forbid(
      'contract-imports-zod-only',
      'packages/contract also runs in browsers: it imports domain and zod only.',
      { path: '^packages/contract/', pathNot: test },
      { pathNot: `^packages/(contract|domain)/|${npm('zod')}` },
    ),
    forbid(
      'prisma-in-db-only',
      'Only packages/db imports Prisma and its generated client.',
      { path: '^(packages|apps|e2e)/', pathNot: '^packages/db/' },
      `${npm('@prisma|prisma')}|^packages/db/src/generated/`,
    ),
    forbid(
      'trpc-in-router-and-apps-only',
      'Only packages/router and the apps import tRPC.',
      { path: '^(packages|e2e)/', pathNot: '^packages/router/' },
      npm('@trpc|trpc-to-openapi'),
    ),
    forbid(
      'payer-page-reaches-payer-procedures-only',
      'No import path leads from apps/checkout to a merchant procedure.',
      '^apps/checkout/',
      {
        path: '^packages/router/src/(app-router|procedures/(?!payer)[a-z-]+)\\.',
        reachable: true,
      },
    ),
    forbid(
      'apps-import-no-app',
      'An app never imports another app. Its tests may start one in their own process.',
      { path: '^apps/([^/]+)/', pathNot: test },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    forbid(
      'sandbox-shares-no-code',
      'The provider simulator shares no code with the product, and thus no errors, but reads its environment alike.',
      { path: '^apps/sandbox/', pathNot: test },
      { path: '^packages/', pathNot: '^packages/(config|environment)/' },
    ),
    forbid(
      'examples-use-the-interface-only',
      'An example is code of an integrator: it uses what Parley publishes.',
      '^examples/',
      { path: '^(packages|apps)/', pathNot: '^packages/(config|sdk)/' },
    ),
    forbid(
      'sdk-bundles-money-only',
      'packages/sdk is published: it depends on nothing, and bundles the amounts of domain.',
      { path: '^packages/sdk/src/', pathNot: test },
      { pathNot: '^packages/(sdk/src/|domain/src/money)' },
    ),
    forbid(
      'launch-is-not-imported',
      'packages and apps do not depend on how the product is started, except test-server, which starts it. Their tests may start a PostgreSQL of their own.',
      { path: '^(packages|apps)/', pathNot: `^packages/(launch|test-server)/|${test}` },
      '^packages/launch/',
    ),
    forbid(
      'tests-import-the-throwaway-postgres-only',
      'Tests of packages and apps do not depend on how the product is started either.',
      { path: test, pathNot: '^packages/launch/|^e2e/' },
      {
        path: '^packages/launch/',
        pathNot: '^packages/launch/src/postgres/throwaway-postgres\\.ts$',
      },
    ),
    forbid(
      'testing-in-tests-only',
      'Production code imports neither packages/testing nor a test runner. The parts of launch that run tests, and test-server, may import packages/testing.',
      {
        path: '^(packages|apps)/',
        pathNot: `${test}|^packages/(testing|config)/|^packages/(launch/src/(test-run|postgres/throwaway-postgres)|test-server/src)|vitest\\.config`,
      },
      `^packages/testing/|${npm('vitest|@playwright|fast-check')}`,
    ),
    forbid(
      'no-import-of-tests',
      'No file imports a test file. Move shared code to a file of its own.',
      { pathNot: test },
      '\\.(test|spec)\\.tsx?$',
    ),
    forbid(
      'no-deep-imports',
      'Import another package only through the `exports` of its package.json.',
      '^((?:packages|apps)/[^/]+|e2e|bench)/',
      {
        path: '^(packages|apps)/',
        pathNot: `^$1/|^${anyOf(exported)}$`,
      },
    ),
    forbid(
      'no-cycles',
      'Modules do not import each other in a cycle.',
      { pathNot: '^(packages/(db/src|client-generators)|bench/peers)/generated/' },
      { circular: true },
    ),
    forbid(
      'no-unresolvable',
      'Every import resolves: the other rules cannot check an unresolved one.',
      '^(packages|apps|examples|e2e|bench)/',
      { couldNotResolve: true, pathNot: '^(next-env|\\./\\.next/)|\\.css$|^astro:' },
    ),
    forbid(
      'declared-dependencies',
      'Declare every imported package in the package.json of the importer.',
      '^(packages|apps|examples|bench)/',
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
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
