import { z } from 'zod';
import { endpointHealth } from './webhook-delivery.ts';
import { webhookEndpoint } from './webhook-endpoint.ts';

/** The items that need the attention of the merchant's team. */
export const attentionItems = z.object({
  /** Sessions with a payment conflict; 100 means 100 or more. */
  conflicts: z.int(),
  /** Provider events that could not be applied; 100 means 100 or more. */
  failed_provider_events: z.int(),
  /** Endpoints that were deactivated or keep failing, longest first; at most 20. */
  endpoints: z.array(
    webhookEndpoint.pick({ id: true, url: true }).extend(
      endpointHealth.shape.health.pick({
        inactive_reason: true,
        inactive_since: true,
        failing_since: true,
      }).shape,
    ),
  ),
});
/** What a merchant needs to take payments in a mode, and whether it exists. */
export const setupStatus = z.object({
  active_provider_config: z.boolean(),
  secret_key: z.boolean(),
  webhook_endpoint: z.boolean(),
});
export type SetupStatus = z.infer<typeof setupStatus>;

export type AttentionItems = z.infer<typeof attentionItems>;
