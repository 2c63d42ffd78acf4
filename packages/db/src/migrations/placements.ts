/**
 * Where Citus stores the rows of a table: `merchant` on the shard of their merchant, together with all
 * other rows of that merchant; `reference` on every node, for tables that are read before the merchant is
 * known and written rarely; `local` on the coordinator.
 */
export type Placement = 'merchant' | 'reference' | 'local';

/** The placement of every table. A PostgreSQL server without Citus ignores it. */
export const placements: Readonly<Record<string, Placement>> = {
  acquisition_attempt: 'merchant',
  api_request: 'merchant',
  attention_triage: 'merchant',
  audit_entry: 'merchant',
  cart_revision: 'merchant',
  decline_limit: 'merchant',
  decline_rate: 'merchant',
  delivery_attempt: 'merchant',
  fan_out_failure: 'merchant',
  history_entry: 'merchant',
  idempotency_record: 'merchant',
  merchant_logo: 'merchant',
  notification_setting: 'merchant',
  outbox_event: 'merchant',
  outbox_waiting: 'merchant',
  payer_network: 'merchant',
  payment: 'merchant',
  provider_cursor: 'merchant',
  provider_event: 'merchant',
  proxy_session: 'merchant',
  rate_limit: 'merchant',
  receipt_mail: 'merchant',
  saved_view: 'merchant',
  session_figure: 'merchant',
  subscription: 'merchant',
  webhook_delivery: 'merchant',
  webhook_endpoint: 'merchant',
  webhook_endpoint_queue: 'merchant',

  api_key: 'reference',
  dashboard_account: 'reference',
  dashboard_session: 'reference',
  dashboard_user: 'reference',
  dashboard_verification: 'reference',
  invitation: 'reference',
  member: 'reference',
  merchant: 'reference',
  organization: 'reference',
  passkey: 'reference',
  psp_config: 'reference',
  recovery_code: 'reference',
  second_factor: 'reference',

  attention_mail: 'local',
  backfill: 'local',
  mail_outbox: 'local',
  operator_action: 'local',
  passkey_challenge: 'local',
  sign_in_limit: 'local',
  sweep: 'local',
  worker_lease: 'local',

  _prisma_migrations: 'local',
};
