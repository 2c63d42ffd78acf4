// The search by any id, which only the dashboard uses, over RPC.
import { z } from 'zod';

export const findByIdInput = z.strictObject({
  id: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(255, 'must be at most 255 characters')
    .meta({
      description:
        'An id of Parley, of the provider, or of a request; a buyer reference; or an idempotency key.',
    }),
});

const placeOf = <Type extends string>(type: Type) =>
  z.object({ type: z.literal(type), id: z.string() });

/** What shows the object of an id: the object itself, or the sessions that it belongs to. */
export const idPlace = z.discriminatedUnion('type', [
  placeOf('session'),
  /** Several sessions: the session list finds them by the same id. */
  placeOf('session_search'),
  placeOf('subscription'),
  /** Several subscriptions: their list finds them by the same id. */
  placeOf('subscription_search'),
  /** The sessions of a buyer. */
  placeOf('buyer'),
  placeOf('webhook_endpoint'),
  placeOf('event'),
  /** An event of the provider that belongs to no session. */
  placeOf('provider_event').extend({ status: z.enum(['failed', 'parked']) }),
  placeOf('provider_config'),
  placeOf('api_key').extend({ status: z.enum(['active', 'ended']) }),
  placeOf('api_request'),
]);
export type IdPlace = z.infer<typeof idPlace>;

export const findByIdOutput = z.object({ place: idPlace });
