import type { AuditEntry } from '@parley/contract';

const actions: Readonly<Record<string, string>> = {
  'webhook_endpoint.created': 'Added the endpoint',
  'webhook_endpoint.updated': 'Changed the endpoint',
  'webhook_endpoint.archived': 'Archived it',
  'webhook_endpoint.deactivated': 'Stopped sending',
  'webhook_endpoint.signing_secret_rotated': 'Made a new signing secret',
  'webhook_endpoint.previous_secret_revoked': 'Revoked the signing secret before',
  'webhook_endpoint.pinged': 'Sent a test event',
  'webhook_endpoint.delivery_resent': 'Sent an event again',
  'webhook_endpoint.events_replayed': 'Replayed events',
  'provider_event.retried': 'Let it be tried again',
};

const fields: Readonly<Record<string, string>> = {
  url: 'URL',
  event_types: 'Events',
  event_schema_version: 'Schema version',
  status: 'Status',
};

const reasons: Readonly<Record<string, string>> = {
  gone: 'It answered 410 Gone.',
  failing: 'Every request had failed for 120 hours.',
};

/** What was done to an endpoint, as a person would say it. */
export function tellAudit({ action, details }: Pick<AuditEntry, 'action' | 'details'>): {
  readonly sentence: string;
  readonly details: readonly string[];
} {
  const switched = action === 'webhook_endpoint.updated' ? switchedTo(details) : null;
  return {
    sentence: switched ?? actions[action] ?? inWords(action),
    details: switched ? [] : detailsOf(action, details),
  };
}

/** A change of the status alone is a deed of its own. */
function switchedTo(details: AuditEntry['details']): string | null {
  const [[field, change] = [], ...more] = Object.entries(details);
  if (field !== 'status' || more.length > 0 || !isChange(change)) return null;
  return change.to === 'active' ? 'Made it active' : 'Made it inactive';
}

function detailsOf(action: string, details: AuditEntry['details']): string[] {
  if (action.endsWith('.deactivated')) return [reasons[String(details.reason)] ?? ''];
  if (action.endsWith('.updated')) {
    return Object.entries(details)
      .filter((pair): pair is [string, Change] => isChange(pair[1]))
      .map(([name, { from, to }]) => `${fields[name] ?? name}: ${worth(from)} → ${worth(to)}`);
  }
  if (action.endsWith('.events_replayed')) {
    const count = Number(details.events);
    return [count === 1 ? '1 event' : `${count.toLocaleString('en')} events`];
  }
  return [];
}

interface Change {
  readonly from: unknown;
  readonly to: unknown;
}

function isChange(value: unknown): value is Change {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value;
}

/** A setting's value, of the event types only how many. */
function worth(value: unknown): string {
  if (value === null) return 'all';
  if (Array.isArray(value)) return value.length === 1 ? String(value[0]) : `${value.length} types`;
  return String(value);
}

/** For what this page does not know yet. */
function inWords(action: string): string {
  const words = (action.split('.').at(-1) ?? action).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
