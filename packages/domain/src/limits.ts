import { DomainError } from './errors.ts';

/** Calls in one RPC request. A page of the dashboard needs fewer. */
export const MAX_BATCH_SIZE = 10;

interface Limit {
  readonly maximum: number;
  /** What there is a maximum of, and where it is counted. */
  readonly counted: string;
  /** What to do at the maximum. */
  readonly advice: string;
  /** The environment variable of an operator who changes the maximum. */
  readonly variable?: string;
}

/**
 * The maximum of everything that a merchant can create and that no retention period removes, by the name
 * that errors and docs/limits.md use.
 */
export const limits = {
  webhook_endpoints: {
    maximum: 50,
    counted: 'webhook endpoints of a mode that are not archived',
    advice: 'Archive one that is not in use, then try again.',
    variable: 'MAX_WEBHOOK_ENDPOINTS',
  },
  webhook_endpoints_per_day: {
    maximum: 500,
    counted: 'webhook endpoints created in a mode within 24 hours',
    advice: 'Change an endpoint instead of creating another, or try again tomorrow.',
  },
  api_keys: {
    maximum: 50,
    counted: 'active API keys of a mode',
    advice: 'Revoke one that is not in use, then try again.',
    variable: 'MAX_API_KEYS',
  },
  api_keys_per_day: {
    maximum: 500,
    counted: 'API keys created in a mode within 24 hours',
    advice: 'Use a key that exists, or try again tomorrow.',
  },
  provider_configs: {
    maximum: 20,
    counted: 'provider configs of a mode',
    advice: 'Replace the keys of one that exists instead.',
    variable: 'MAX_PROVIDER_CONFIGS',
  },
  team_members: {
    maximum: 500,
    counted: 'members and pending invitations of a team',
    advice: 'Remove a member or cancel an invitation, then try again.',
    variable: 'MAX_TEAM_MEMBERS',
  },
  saved_views: {
    maximum: 20,
    counted: 'saved views of a member in a mode',
    advice: 'Delete one, then save this one.',
  },
  triaged_items: {
    maximum: 5_000,
    counted: 'attention items of a mode that people assigned, snoozed or wrote a note about',
    advice: 'The decisions about an item are removed 90 days after the last one.',
  },
  passkeys: {
    maximum: 20,
    counted: 'passkeys of an account',
    advice: 'Remove one, then add this one.',
  },
  carts_per_session: {
    maximum: 1_000,
    counted: 'carts of a session',
    advice: 'Create a new session.',
  },
  attempts_per_session: {
    maximum: 500,
    counted: 'acquisition attempts of a session',
    advice: 'Create a new session.',
  },
  attempts_per_delivery: {
    maximum: 100,
    counted: 'attempts of a delivery, after which it cannot be resent',
    advice: 'Read the event from the API.',
  },
  metadata_keys: {
    maximum: 500,
    counted: 'keys of a metadata object, not counting keys of nested objects',
    advice: 'Send fewer keys, or put some into a nested object.',
  },
  embedding_origins: {
    maximum: 20,
    counted: 'origins of pages that may frame the payer page',
    advice: 'Remove one, then add this one.',
  },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof limits;

/** The maximums that an operator has changed. */
export type LimitSettings = Partial<Readonly<Record<LimitName, number>>>;

export const getMaximum = (name: LimitName, settings: LimitSettings = {}): number =>
  settings[name] ?? limits[name].maximum;

/**
 * Checks that there may be one more.
 * @param count how many there are; the caller holds a lock, so that parallel requests cannot exceed the limit
 * @param options.advice what to do at the limit, instead of the general advice
 * @throws DomainError limit_reached
 */
export function requireBelowLimit(
  name: LimitName,
  count: number,
  {
    settings = {},
    advice = limits[name].advice,
  }: { settings?: LimitSettings | undefined; advice?: string | undefined } = {},
): void {
  const maximum = getMaximum(name, settings);
  if (count < maximum) return;
  throw new DomainError(
    'limit_reached',
    `The limit ${name} is reached: there may be at most ${maximum} ${limits[name].counted}. ${advice}`,
  );
}
