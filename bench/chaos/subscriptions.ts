import type { Client } from './client.ts';
import type { Scope } from './merchants.ts';

/** An endpoint that exists during the whole run. */
export interface Subscription {
  readonly scope: Scope;
  readonly id: string;
  /** The path at the receiver. */
  readonly path: string;
  readonly eventTypes: readonly string[];
}

const paid = ['proxy_session.paid', 'acquisition_attempt.succeeded'];

/** Creates two endpoints for each scope: one for all events, one for those about payments. */
export async function subscribe(
  api: Client,
  scopes: readonly Scope[],
  receiverUrl: string,
): Promise<Subscription[]> {
  const subscriptions: Subscription[] = [];
  for (const [index, scope] of scopes.entries()) {
    for (const eventTypes of [[], paid]) {
      const path = `/${index}/${eventTypes.length === 0 ? 'all' : 'paid'}`;
      const created = await api.send(scope, {
        operation: 'create_endpoint',
        method: 'POST',
        path: '/v1/webhook_endpoints',
        key: `chaos-subscribe-${path}`,
        body: {
          url: `${receiverUrl}${path}`,
          event_types: eventTypes.length === 0 ? null : eventTypes,
        },
      });
      const id = created?.body?.webhook_endpoint?.id;
      if (!id) throw new Error(`no endpoint was created: ${JSON.stringify(created)}`);
      subscriptions.push({ scope, id, path, eventTypes });
    }
  }
  return subscriptions;
}
