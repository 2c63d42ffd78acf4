/** What a process may write in a table. Every process may read every table. */
type Write = 'INSERT' | 'UPDATE' | 'DELETE';

/** The privileges of one table. */
export interface TablePrivileges {
  /** What processes may write. */
  readonly run: readonly Write[];
  /**
   * The columns that the role for reading does not see: credentials, their hashes and what proves an identity.
   * `all` hides the table.
   */
  readonly hidden?: readonly string[] | 'all';
}

const append = ['INSERT'] as const;
const update = ['INSERT', 'UPDATE'] as const;
const replace = ['INSERT', 'DELETE'] as const;
const write = ['INSERT', 'UPDATE', 'DELETE'] as const;

/**
 * The privileges of every table. History, payments, sessions, events and keys are never deleted; history, audit
 * entries and actions of operators are never changed.
 */
export const tablePrivileges: Readonly<Record<string, TablePrivileges>> = {
  acquisition_attempt: { run: update },
  api_key: { run: update, hidden: ['key_hash'] },
  api_request: { run: write },
  attention_mail: { run: replace },
  attention_triage: { run: write },
  // A policy limits which ones may be deleted.
  audit_entry: { run: replace },
  // Written by `migrate`.
  backfill: { run: [] },
  cart_revision: { run: update },
  dashboard_account: {
    run: update,
    hidden: ['password', 'access_token', 'refresh_token', 'id_token'],
  },
  dashboard_session: { run: write, hidden: ['token', 'former_token'] },
  dashboard_user: { run: update },
  dashboard_verification: { run: replace, hidden: 'all' },
  decline_limit: { run: write, hidden: ['network'] },
  decline_rate: { run: update },
  delivery_attempt: { run: write },
  fan_out_failure: { run: write },
  history_entry: { run: append },
  // Outcomes contain signing secrets, and keys are chosen by merchants.
  idempotency_record: { run: write, hidden: ['key', 'fingerprint', 'outcome'] },
  invitation: { run: update, hidden: ['token_hash'] },
  mail_outbox: { run: write },
  member: { run: write },
  merchant: { run: update },
  merchant_logo: { run: replace },
  notification_setting: { run: write },
  operator_action: { run: append },
  organization: { run: update },
  outbox_event: { run: update },
  outbox_waiting: { run: write },
  passkey: { run: write, hidden: ['credential_id', 'public_key'] },
  passkey_challenge: { run: replace, hidden: 'all' },
  payer_network: { run: write, hidden: ['first_network', 'network'] },
  payment: { run: update },
  provider_cursor: { run: update },
  // Payloads are the provider's, as it sent them.
  provider_event: { run: write, hidden: ['payload'] },
  proxy_session: { run: update },
  psp_config: {
    run: update,
    hidden: ['secret_key_sealed', 'webhook_secret_sealed', 'previous_webhook_secret_sealed'],
  },
  // Buckets are hashes of API keys.
  rate_limit: { run: write, hidden: 'all' },
  receipt_mail: { run: update },
  recovery_code: { run: replace, hidden: 'all' },
  saved_view: { run: write },
  second_factor: { run: write, hidden: ['secret_sealed', 'last_step'] },
  session_figure: { run: update },
  sign_in_limit: { run: write, hidden: 'all' },
  subscription: { run: update },
  sweep: { run: update },
  webhook_delivery: { run: write },
  webhook_endpoint: {
    run: update,
    hidden: ['signing_secret_sealed', 'previous_signing_secret_sealed'],
  },
  webhook_endpoint_queue: { run: update },
  worker_lease: { run: write, hidden: 'all' },
  _prisma_migrations: { run: [] },
};
