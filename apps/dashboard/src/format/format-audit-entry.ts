import type { Translator } from '#messages/translator.ts';
import type { Outputs } from '#trpc/client.ts';

export type AuditEntry = Outputs['auditEntries']['list']['data'][number];
type Details = AuditEntry['details'];
type Translate = Translator<'audit'>;

/** Formats an entry of the audit log. */
export function formatAuditEntry(
  t: Translate,
  { action, details }: Pick<AuditEntry, 'action' | 'details'>,
): { readonly sentence: string; readonly details: readonly string[] } {
  const statusChange =
    action === 'webhook_endpoint.updated' ? formatStatusChange(t, details) : null;
  return {
    sentence: statusChange ?? formatSentence(t, action, details),
    details: statusChange ? [] : formatDetails(t, action, details),
  };
}

/** The sentence of an action, with the details that it names. */
function formatSentence(t: Translate, action: string, details: Details): string {
  // The actions are no type, so neither their keys nor their values can be checked.
  const key = action as 'member.joined';
  if (!t.has(key)) return humanize(action);
  const values = Object.entries(details).map(([name, value]) => [
    name,
    formatValue(t, name, value),
  ]);
  return t(key, Object.fromEntries(values) as { role: string });
}

/** A sentence for a change of the status alone, or null. */
function formatStatusChange(t: Translate, details: Details): string | null {
  const [[field, change] = [], ...more] = Object.entries(details);
  if (field !== 'status' || more.length > 0 || !isChange(change)) return null;
  return t(`webhook_endpoint.${change.to === 'active' ? 'activated' : 'deactivated'}`);
}

function formatDetails(t: Translate, action: string, details: Details): string[] {
  if (action.endsWith('.deactivated')) {
    return details.reason === 'gone' || details.reason === 'failing'
      ? [t(`detail.${details.reason}`)]
      : [];
  }
  if (/\.(updated|renamed|role_changed|email_changed)$/.test(action)) {
    return Object.entries(details)
      .filter((pair): pair is [string, Change] => isChange(pair[1]))
      .map(([name, { from, to }]) =>
        t('detail.change', {
          field: translateKnown(t, `field.${name}`, name),
          from: formatValue(t, name, from),
          to: formatValue(t, name, to),
        }),
      );
  }
  if (action.endsWith('.events_replayed')) {
    return [t('detail.events', { count: Number(details.events) })];
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
function formatValue(t: Translate, field: string, value: unknown): string {
  const isSubset = field === 'event_types';
  if (value === null) return isSubset ? t('value.all') : t('value.none');
  if (typeof value === 'boolean') return t(`value.${value}`);
  if (field === 'logo') return String(value).slice(0, 8);
  if (field === 'role' || field === 'status') {
    return translateKnown(t, `${field}.${value}`, String(value));
  }
  if (!Array.isArray(value)) return String(value);
  if (isSubset) {
    return value.length === 1
      ? String(value[0])
      : t('value.types', { count: String(value.length) });
  }
  return value.join(', ') || t('value.none');
}

/** A message without values, or another text if the catalog of this page has no such key. */
function translateKnown(t: Translate, key: string, text: string): string {
  const known = key as 'field.name';
  return t.has(known) ? t(known) : text;
}

/** The name of an action without a message, such as one of a newer version. */
function humanize(action: string): string {
  const words = (action.split('.').at(-1) ?? action).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
