'use server';

import { eventSchemaVersions, eventTypes } from '@parley/domain';
import type { Told } from '../form/told.ts';
import { doDeed } from '../server/do-deed.ts';
import { deliveryHref, endpointHref } from './address.ts';

const labels = {
  url: 'The URL',
  event_types: 'The event types',
  event_schema_version: 'The schema version',
};

const text = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();
const endpointOf = (form: FormData) => ({ webhook_endpoint_id: text(form, 'id') });

function settingsOf(form: FormData) {
  const chosen = form.getAll('event_types');
  const version = eventSchemaVersions.find((one) => one === form.get('event_schema_version'));
  return {
    url: text(form, 'url'),
    event_types:
      form.get('which') === 'all' ? null : eventTypes.filter((type) => chosen.includes(type)),
    ...(version && { event_schema_version: version }),
  };
}

/** Adds an endpoint and goes on to its page. */
export async function createEndpoint(form: FormData): Promise<Told> {
  return doDeed(
    (caller) => caller.webhookEndpoints.create(settingsOf(form)),
    ({ webhook_endpoint: { id } }) => ({ message: 'Added.', goTo: endpointHref(id) }),
    labels,
  );
}

/** Changes where events go, and which, and goes back to the endpoint's page. */
export async function updateEndpoint(form: FormData): Promise<Told> {
  return doDeed(
    (caller) => caller.webhookEndpoints.update({ ...endpointOf(form), ...settingsOf(form) }),
    ({ webhook_endpoint: { id } }) => ({ message: 'Saved.', goTo: endpointHref(id) }),
    labels,
  );
}

/** Makes an endpoint active or inactive. */
export async function switchEndpoint(form: FormData): Promise<Told> {
  const status = form.get('status') === 'active' ? 'active' : 'inactive';
  return doDeed(
    (caller) => caller.webhookEndpoints.update({ ...endpointOf(form), status }),
    () => ({
      message: status === 'active' ? 'It is active, and what waited is on its way.' : '',
    }),
  );
}

/** Ends an endpoint for good. */
export async function archiveEndpoint(form: FormData): Promise<Told> {
  return doDeed(
    (caller) => caller.webhookEndpoints.archive(endpointOf(form)),
    () => ({ message: '' }),
  );
}

/** Sends a test event. */
export async function pingEndpoint(form: FormData): Promise<Told> {
  return doDeed(
    (caller) => caller.webhookEndpoints.ping(endpointOf(form)),
    ({ delivery }) => ({
      message: 'A test event is on its way.',
      link: {
        word: 'See what it is answered',
        href: deliveryHref(delivery.webhook_endpoint_id, delivery.event_id),
      },
    }),
  );
}

/** Sends an event once more. */
export async function resendDelivery(form: FormData): Promise<Told> {
  return doDeed(
    (caller) => caller.deliveries.resend({ ...endpointOf(form), event_id: text(form, 'event_id') }),
    () => ({ message: 'It is on its way again.' }),
  );
}
