import { containsCardNumber, redact } from '@parley/telemetry';

/**
 * The fields of requests and responses whose values the request log contains; for an object or a list,
 * those of its own fields that are in this set too. What is not here is redacted: secrets, contacts,
 * the buyer, URLs, and whatever a merchant writes freely. A new field is redacted until it is added here.
 */
export const shownFields: ReadonlySet<string> = new Set([
  // Envelopes and lists.
  ...['result', 'data', 'error', 'code', 'message', 'request_id', 'has_more', 'next_cursor'],
  ...['limit', 'cursor', 'sort', 'created_from', 'created_before', 'status', 'type', 'input'],
  // Ids, versions and times.
  ...['id', 'proxy_session_id', 'original_proxy_session_id', 'acquisition_attempt_id'],
  ...['proxy_acquisition_attempt_id', 'completed_acquisition_attempt_id', 'supersedes_attempt_id'],
  ...['webhook_endpoint_id', 'event_id', 'last_event_id', 'object_id', 'merchant_psp_config_id'],
  ...['account_id', 'actor_id', 'idempotency_key', 'idempotency_keys'],
  ...['root', 'setup_intent', 'version', 'expected_version', 'schema_version', 'sequence'],
  ...['event_schema_version', 'proxy_contract_version', 'number', 'attempt_number', 'livemode'],
  ...['created_at', 'updated_at', 'expires_at', 'finalized_at', 'observed_at', 'at', 'occurred_at'],
  'resent_at',
  ...['received_at', 'finished_at', 'next_attempt_at', 'duration_ms', 'http_status'],
  ...['provider_created_at', 'previous_signing_secret_expires_at'],
  ...['previous_webhook_secret_expires_at', 'webhook_secret_overlap_seconds', 'webhook_secret_set'],
  // Sessions and carts.
  ...['actionable_next_step', 'presentation_state', 'integration_mode', 'amount_minor', 'currency'],
  ...[
    'cart_version',
    'expected_cart_version',
    'requested',
    'latest_quote',
    'final',
    'pricing_mode',
  ],
  ...['payer_contact', 'beneficiary_contact', 'merchant', 'provider_checkout_session_id'],
  ...['provider_checkout_session_psp', 'psp', 'commercial_mode', 'error_code', 'resolution'],
  ...['refunded_elsewhere'],
  // Attempts.
  ...['acquisition_attempt', 'current_acquisition_attempt', 'replacement', 'integration_path'],
  ...['status_reason', 'reason', 'checkout_ui_mode', 'direct_subscription_source'],
  ...[
    'direct_fee_basis_source',
    'direct_merchandise_currency',
    'direct_merchandise_subtotal_minor',
  ],
  ...['merchandise_subtotal_minor', 'evidence_sha256', 'object_type', 'role', 'provider'],
  ...['provider_confirmation', 'provider_confirmed_amount_minor', 'provider_confirmed_at'],
  ...['provider_confirmed_cart_version', 'provider_confirmed_currency'],
  ...['provider_confirmed_evidence_sha256', 'provider_confirmed_merchandise_subtotal_minor'],
  ...['provider_customer_id', 'provider_options_fingerprint', 'provider_retry_not_after'],
  ...['provider_root_object_id', 'provider_root_object_type', 'provider_setup_intent_id'],
  ...['completion_recorded_at', 'diagnostic', 'last_event_at', 'last_synced_at', 'sync_source'],
  ...['stale'],
  ...['last_decline_code'],
  // Payments.
  ...['payment_summary', 'received_minor', 'refunded_minor', 'disputed_minor', 'captured_at'],
  ...['dispute', 'disputes', 'due_by', 'opened_at', 'closed_at', 'payment_id'],
  // Subscriptions.
  ...['provider_subscription_id', 'provider_price_id', 'provider_product_id', 'items', 'quantity'],
  ...['items_source_hash', 'items_updated_at', 'interval', 'interval_count', 'usage_type'],
  ...[
    'cancel_at',
    'cancel_at_period_end',
    'current_period_start',
    'current_period_end',
    'ended_at',
  ],
  ...['trial_end', 'configuration_reason', 'configuration_status', 'pause_collection_behavior'],
  ...['latest_invoice_amount_minor', 'latest_invoice_currency', 'latest_invoice_id'],
  ...['latest_payment_status'],
  // Events, webhook endpoints and the audit log.
  ...['event', 'event_type', 'event_types', 'object', 'previous_attributes', 'request', 'omitted'],
  'test',
  ...[
    'webhook_endpoint',
    'provider_config',
    'delivery',
    'history',
    'health',
    'attempts',
    'failure',
  ],
  ...['failing_since', 'inactive_reason', 'inactive_since', 'last_success_at', 'last_24_hours'],
  ...['succeeded', 'failed', 'failed_attempts', 'waiting', 'only_missed', 'replayed', 'action'],
  ...['actor', 'kind'],
  // The request log.
  ...['api_key_id', 'examined_to', 'method', 'route'],
]);

const REDACTED = '[redacted]';
const TRUNCATED = '[truncated]';
/** Characters of a body that the log contains, about. */
const MAX_CHARS = 8_192;
const MAX_DEPTH = 12;
const MAX_FIELD_NAME_CHARS = 64;
/** More than the digits of a card number with their separators, so that none is cut in two. */
const OVERLAP_CHARS = 128;
/** The smallest number with as many digits as the shortest card number. */
const MIN_CARD_NUMBER = 1e11;
/** Ids, codes, numbers and times: no text with spaces and no address. */
const shownText = /^\w[\w.:+-]{0,254}$/;
/** API keys, signing secrets, client secrets of the provider, and numbers as long as that of a card. */
const secretText = /(?:^|[^A-Za-z0-9])(?:sk|pk|rk|whsec)_|_secret_\w*[A-Z0-9]|\d{12}/;
/** The digits of a time with an offset could be those of a card. */
const time =
  /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\d(?:\.\d{1,9})?(?:Z|[+-][0-2]\d:[0-5]\d)$/;
const isShown = (text: string) =>
  text === '' ||
  (shownText.test(text) &&
    !secretText.test(text) &&
    (!containsCardNumber(text) || time.test(text)));
/** A name that is not in the contract is the client's own. It is shown if it looks like that of a field. */
const isShownName = (name: string) => /^[A-Za-z_][\w.-]{0,63}$/.test(name) && redact(name) === name;

/** What is left of a body's length, and whether the body is Parley's own. */
interface Progress {
  chars: number;
  readonly isResponse: boolean;
}

/**
 * The JSON text of the body or the query of a request as the request log contains it; null without one.
 * @param body as `JSON.parse` returns it
 */
export const redactBody = (body: unknown): string | null => redactJson(body, false);

/** Redacts a response like a request. It also shows error messages, without what is redacted by content. */
export const redactResponse = (body: unknown): string | null => redactJson(body, true);

function redactJson(body: unknown, isResponse: boolean): string | null {
  if (body === undefined) return null;
  // Every body and query of the contract is an object.
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return JSON.stringify(REDACTED);
  }
  return JSON.stringify(redactValue(body, { chars: MAX_CHARS, isResponse }, 0));
}

/** A value of a field that is shown. */
function redactValue(value: unknown, left: Progress, depth: number): unknown {
  if (left.chars <= 0 || depth > MAX_DEPTH) return TRUNCATED;
  if (Array.isArray(value)) return redactItems(value, left, depth);
  if (typeof value === 'object' && value !== null) return redactFields(value, left, depth);
  left.chars -= 8;
  if (typeof value === 'number') return isShownNumber(value) ? value : REDACTED;
  if (typeof value !== 'string') return value;
  left.chars -= value.length;
  return isShown(value) ? value : REDACTED;
}

const isShownNumber = (value: number) =>
  (Number.isInteger(value) && Math.abs(value) < MIN_CARD_NUMBER) ||
  !containsCardNumber(String(value));

function redactItems(items: readonly unknown[], left: Progress, depth: number): unknown[] {
  const redacted: unknown[] = [];
  for (const item of items) {
    redacted.push(redactValue(item, left, depth + 1));
    if (left.chars <= 0) break;
  }
  if (redacted.length < items.length) redacted.push(TRUNCATED);
  return redacted;
}

function redactFields(value: object, left: Progress, depth: number): object {
  const redacted: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    left.chars -= Math.min(name.length, MAX_FIELD_NAME_CHARS) + 4;
    if (left.chars <= 0) {
      redacted[TRUNCATED] = TRUNCATED;
      break;
    }
    if (field === undefined) continue;
    if (name === 'message') {
      redacted[name] =
        left.isResponse && typeof field === 'string' ? redactMessage(field) : REDACTED;
      left.chars -= String(redacted[name]).length;
    } else if (shownFields.has(name)) redacted[name] = redactValue(field, left, depth + 1);
    else redacted[isShownName(name) ? name : REDACTED] = field === null ? null : REDACTED;
  }
  return redacted;
}

const redactMessage = (text: string) =>
  redact(text.slice(0, MAX_CHARS + OVERLAP_CHARS)).slice(0, MAX_CHARS);
