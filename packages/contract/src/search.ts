// The search by any id, which only the dashboard uses, over RPC.
import { MAX_EMAIL_LENGTH } from '@parley/domain';
import { z } from 'zod';

export const findByIdInput = z.strictObject({
  id: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(MAX_EMAIL_LENGTH, `must be at most ${MAX_EMAIL_LENGTH} characters`)
    .meta({
      description:
        'An id of Parley, of the provider, or of a request; a buyer reference; the email of a payer; or an idempotency key.',
    }),
});

const getResult = <Type extends string>(type: Type) =>
  z.object({ type: z.literal(type), id: z.string() });

/** What shows the object of an id: the object itself, or the sessions that it belongs to. */
export const searchResult = z.discriminatedUnion('type', [
  getResult('session'),
  /** Several sessions, or those of a payer: the session list finds them by the same id or email. */
  getResult('session_search'),
  getResult('subscription'),
  /** Several subscriptions: their list finds them by the same id. */
  getResult('subscription_search'),
  /** The sessions of a buyer. */
  getResult('buyer'),
  getResult('webhook_endpoint'),
  getResult('event'),
  /** An event of the provider that belongs to no session. */
  getResult('provider_event').extend({ status: z.enum(['failed', 'parked']) }),
  getResult('provider_config'),
  getResult('api_key').extend({ status: z.enum(['active', 'ended']) }),
  getResult('api_request'),
]);
export type SearchResult = z.infer<typeof searchResult>;

export const findByIdOutput = z.object({ result: searchResult });
