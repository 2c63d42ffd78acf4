import { settingsLabels } from '#settings/settings-labels.ts';
import type { Outputs } from '#trpc/client.ts';

export type AuditEntry = Outputs['auditEntries']['list']['data'][number];
type Details = AuditEntry['details'];

const sentences: Readonly<Record<string, string>> = {
  'webhook_endpoint.created': 'Added the endpoint',
  'webhook_endpoint.updated': 'Changed the endpoint',
  'webhook_endpoint.archived': 'Archived the endpoint',
  'webhook_endpoint.deactivated': 'Deactivated the endpoint',
  'webhook_endpoint.signing_secret_rotated': 'Rotated the signing secret',
  'webhook_endpoint.previous_secret_revoked': 'Revoked the previous signing secret',
  'webhook_endpoint.pinged': 'Sent a test event',
  'webhook_endpoint.delivery_resent': 'Resent an event',
  'webhook_endpoint.events_replayed': 'Replayed events',
  'api_key.created': 'Created the API key “{name}”',
  'api_key.rolled': 'Rolled the API key “{name}”',
  'api_key.revoked': 'Revoked the API key “{name}”',
  'api_key.renamed': 'Renamed an API key',
  'attention_item.updated': 'Changed an item that needs attention',
  'merchant.created': 'Created the merchant',
  'merchant.updated': 'Changed the settings',
  'merchant.exported': 'Exported the merchant’s data',
  'merchant.suspended': 'Suspended the merchant',
  'merchant.resumed': 'Ended the suspension',
  'merchant.second_factor_required': 'Required a second factor for every member',
  'merchant.second_factor_not_required': 'Stopped requiring a second factor',
  'buyer.erased': 'Erased the personal data of a payer',
  'provider_event.retried': 'Retried the event',
  'provider_event.parked': 'Parked the event',
  'provider_config.created': 'Added a provider config',
  'provider_config.updated': 'Replaced keys of a provider config',
  'provider_config.webhook_endpoint_created': 'Created the webhook endpoint of a provider config',
  'provider_config.activated': 'Activated a provider config',
  'provider_config.retired': 'Retired a provider config',
  'user.signed_in': 'Signed in',
  'user.signed_out': 'Signed out',
  'user.merchant_selected': 'Switched to this merchant',
  'user.sign_in_failed': 'Failed to sign in as {name}',
  'user.reauthenticated': 'Confirmed their identity',
  'user.reauthentication_failed': 'Failed to confirm the identity of {name}',
  'user.email_change_requested': 'Requested a new email',
  'user.email_changed': 'Changed their email',
  'user.password_changed': 'Changed their password',
  'user.password_reset_requested': 'Requested a new password for {name}',
  'user.password_reset': 'Set a new password with a link from an email',
  'user.sessions_ended': 'Signed out other browsers',
  'user.signed_out_everywhere': 'Signed {name} out of every browser',
  'user.disabled': 'Disabled the account of {name}',
  'user.enabled': 'Enabled the account of {name}',
  'user.second_factor_enabled': 'Turned on a second factor',
  'user.second_factor_disabled': 'Turned off their second factor',
  'user.second_factor_reset': 'Reset the second factor of {name}',
  'user.recovery_codes_replaced': 'Replaced their recovery codes',
  'user.passkey_added': 'Added the passkey “{passkey}”',
  'user.passkey_removed': 'Removed the passkey “{passkey}”',
  'member.joined': 'Joined as {role}',
  'member.role_changed': 'Changed the role of {name}',
  'member.removed': 'Removed {name}',
  'member.left': 'Left the team',
  'invitation.created': 'Invited {email} as {role}',
  'invitation.resent': 'Invited {email} again',
  'invitation.canceled': 'Canceled the invitation for {email}',
};

const fields: Readonly<Record<string, string>> = {
  ...settingsLabels,
  url: 'URL',
  event_types: 'Events',
  event_schema_version: 'Schema version',
  status: 'Status',
  role: 'Role',
  name: 'Name',
  email: 'Email',
  assignee: 'Assignee',
  snoozed_until: 'Snoozed until',
};

const deactivationReasons: Readonly<Record<string, string>> = {
  gone: 'It responded 410 Gone.',
  failing: 'Every request had failed for 120 hours.',
};

/** Formats an entry of the audit log. */
export function formatAuditEntry({ action, details }: Pick<AuditEntry, 'action' | 'details'>): {
  readonly sentence: string;
  readonly details: readonly string[];
} {
  const statusChange = action === 'webhook_endpoint.updated' ? formatStatusChange(details) : null;
  return {
    sentence: statusChange ?? formatSentence(sentences[action] ?? humanize(action), details),
    details: statusChange ? [] : formatDetails(action, details),
  };
}

/** Fills the names in braces with details of the entry. */
function formatSentence(sentence: string, details: Details): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(details[name]));
}

/** A sentence for a change of the status alone, or null. */
function formatStatusChange(details: Details): string | null {
  const [[field, change] = [], ...more] = Object.entries(details);
  if (field !== 'status' || more.length > 0 || !isChange(change)) return null;
  return change.to === 'active' ? 'Activated the endpoint' : 'Deactivated the endpoint';
}

function formatDetails(action: string, details: Details): string[] {
  if (action.endsWith('.deactivated')) return [deactivationReasons[String(details.reason)] ?? ''];
  if (/\.(updated|renamed|role_changed|email_changed)$/.test(action)) {
    return Object.entries(details)
      .filter((pair): pair is [string, Change] => isChange(pair[1]))
      .map(
        ([name, { from, to }]) =>
          `${fields[name] ?? name}: ${formatValue(name, from)} → ${formatValue(name, to)}`,
      );
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

/** The value of a setting. Several event types are counted, and a logo has the beginning of its hash. */
function formatValue(field: string, value: unknown): string {
  const isSubset = field === 'event_types';
  if (value === null) return isSubset ? 'all' : 'none';
  if (field === 'logo') return String(value).slice(0, 8);
  if (!Array.isArray(value)) return String(value);
  if (isSubset) return value.length === 1 ? String(value[0]) : `${value.length} types`;
  return value.join(', ') || 'none';
}

/** The name of an action that this page does not know yet. */
function humanize(action: string): string {
  const words = (action.split('.').at(-1) ?? action).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
