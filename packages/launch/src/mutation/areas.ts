/** A part of the product whose tests are measured together. Paths are globs from the repository's root. */
export interface Area {
  /** The files in which defects are planted. */
  readonly mutate: readonly string[];
  /** The tests that should find them. Those of the first glob run first. */
  readonly tests: readonly string[];
  /** Whether the tests need PostgreSQL. */
  readonly database: boolean;
  /** The share of planted defects, in percent, below which the command fails. */
  readonly minimumScore: number;
}

/** Test files and what contains no rule: lists of exports, types and error classes. */
const neverMutated = ['!**/*.test.ts', '!**/index.ts'];

/** The tests of the worker, without those that start processes. */
const workerTests = 'apps/worker/src/**/!(sigterm|sweeps-together|worker-end).int.test.ts';

/** Not those that start processes, or that send so many requests that they take half a minute. */
const apiTests = [
  'apps/api/test/!(crash|crash-writes|drain|generated-inputs|logs|metrics|model|outage|overload|provider-budget|races|scenarios|tracing).int.test.ts',
  'apps/api/test/{hosted,interface}/!(inputs|paths).int.test.ts',
];

export const areas = {
  domain: {
    mutate: ['packages/domain/src/*.ts', ...neverMutated],
    tests: ['packages/domain/src/*.test.ts'],
    database: false,
    minimumScore: 95,
  },
  checkout: {
    mutate: [
      'apps/checkout/src/browser/{confirm-outcome,payment-flow,payment-steps,poll-payment}.ts',
      'apps/checkout/src/view/*.ts',
      ...neverMutated,
    ],
    tests: ['apps/checkout/src/**/!(*.int).test.ts'],
    database: false,
    minimumScore: 90,
  },
  operations: {
    mutate: ['packages/operations/src/**/*.ts', ...neverMutated],
    tests: ['packages/operations/src/**/*.test.ts', ...apiTests, workerTests],
    database: true,
    minimumScore: 90,
  },
  db: {
    mutate: [
      'packages/db/src/!(generated|migrations)/*.ts',
      'packages/db/src/*.ts',
      ...neverMutated,
    ],
    tests: [
      'packages/db/src/**/*.test.ts',
      'packages/operations/src/**/*.int.test.ts',
      workerTests,
      'packages/auth/src/*.int.test.ts',
    ],
    database: true,
    minimumScore: 90,
  },
} as const satisfies Record<string, Area>;

const name = process.env.MUTATION_AREA ?? 'domain';
if (!Object.hasOwn(areas, name)) {
  throw new Error(`Set MUTATION_AREA to one of ${Object.keys(areas).join(', ')}, not "${name}".`);
}

/** The area that MUTATION_AREA names; `domain` by default. */
export const mutationArea = name as keyof typeof areas;
