-- The schema of version 0.3.0. This baseline replaces the migrations up to that version: replaces.json lists them.
-- A database that has all of them is not changed; the baseline is recorded as applied.
--
-- Each table has its constraints and indexes with it. Columns are in the order in which they were added.
-- packages/db/src/migrations/placements.ts says how Citus distributes the tables.

-- Merchants -------------------------------------------------------------------

-- A merchant, which owns every other row.
CREATE TABLE merchant (
  id text NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  suspended_at timestamptz(3),
  accent_color text,
  default_lifetime_seconds integer,
  default_payer_destination_url text,
  embedding_origins text[] DEFAULT ARRAY[]::text[],
  logo_hash text,
  privacy_url text,
  settings_version integer NOT NULL DEFAULT 1,
  support_email text,
  support_phone text,
  support_url text,
  terms_url text,
  corner_radius integer,
  success_text text,
  email_receipts boolean NOT NULL DEFAULT false,

  CONSTRAINT merchant_pkey PRIMARY KEY (id),
  CONSTRAINT merchant_settings_version CHECK (settings_version >= 1),
  CONSTRAINT merchant_accent_color CHECK (accent_color ~ '^#[0-9a-f]{6}$'),
  CONSTRAINT merchant_current_logo CHECK (logo_hash ~ '^[0-9a-f]{64}$'),
  CONSTRAINT merchant_embedding_origins
    CHECK (array_to_string(embedding_origins, ' ') ~ '^(https?://[a-z0-9.-]+(:[0-9]+)?( |$))*$'),
  CONSTRAINT merchant_default_lifetime CHECK (default_lifetime_seconds BETWEEN 300 AND 2592000),
  CONSTRAINT merchant_corner_radius CHECK (corner_radius BETWEEN 0 AND 16),
  CONSTRAINT merchant_success_text CHECK (char_length(success_text) BETWEEN 1 AND 300)
);

CREATE INDEX merchant_suspended ON merchant (id) WHERE suspended_at IS NOT NULL;

-- The logo of a merchant, and the one before it, which a payer page that is being loaded may still show.
CREATE TABLE merchant_logo (
  merchant_id text NOT NULL,
  hash text NOT NULL,
  content_type text NOT NULL,
  content bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT merchant_logo_pkey PRIMARY KEY (merchant_id, hash),
  CONSTRAINT merchant_logo_merchant_id_fkey
    FOREIGN KEY (merchant_id) REFERENCES merchant (id) ON DELETE RESTRICT,
  CONSTRAINT merchant_logo_hash CHECK (hash ~ '^[0-9a-f]{64}$'),
  CONSTRAINT merchant_logo_content_type CHECK (content_type IN ('image/png', 'image/jpeg', 'image/webp')),
  CONSTRAINT merchant_logo_size CHECK (length(content) BETWEEN 1 AND 262144)
);

-- An API key of a merchant. It is looked up by hash before the merchant is known, so it is a reference table
-- when the data is sharded.
CREATE TABLE api_key (
  merchant_id text NOT NULL,
  id text NOT NULL,
  mode text NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  key_hash text NOT NULL,
  last_four text NOT NULL,
  public_value text,
  scopes text[],
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  created_by_id text,
  created_by_kind text,
  replaced_by_id text,

  CONSTRAINT api_key_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT api_key_merchant_id_fkey
    FOREIGN KEY (merchant_id) REFERENCES merchant (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  CONSTRAINT api_key_merchant_id_replaced_by_id_fkey
    FOREIGN KEY (merchant_id, replaced_by_id) REFERENCES api_key (merchant_id, id),
  CONSTRAINT api_key_mode CHECK (mode IN ('test', 'live')),
  CONSTRAINT api_key_kind CHECK (kind IN ('secret', 'publishable')),
  CONSTRAINT api_key_hash CHECK (key_hash ~ '^[0-9a-f]{64}$'),
  CONSTRAINT api_key_public_value CHECK ((public_value IS NOT NULL) = (kind = 'publishable')),
  -- A replaced key ends at once or after its overlap.
  CONSTRAINT api_key_replaced
    CHECK (replaced_by_id IS NULL OR revoked_at IS NOT NULL OR expires_at IS NOT NULL)
);

CREATE UNIQUE INDEX api_key_key_hash_key ON api_key (key_hash);

-- A merchant's account at the payment provider. Looked up by id for requests from the provider.
CREATE TABLE psp_config (
  merchant_id text NOT NULL,
  id text NOT NULL,
  mode text NOT NULL,
  psp text NOT NULL,
  status text NOT NULL,
  api_url text NOT NULL,
  script_url text NOT NULL,
  publishable_key text NOT NULL,
  secret_key_sealed bytea NOT NULL,
  webhook_secret_sealed bytea,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  account_id text,
  secret_key_last_four text,
  last_event_at timestamptz(3),
  previous_webhook_secret_expires_at timestamptz(3),
  previous_webhook_secret_sealed bytea,
  webhook_endpoint_id text,
  activated_at timestamptz(3),
  replaced_id text,

  CONSTRAINT psp_config_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT psp_config_merchant_id_fkey
    FOREIGN KEY (merchant_id) REFERENCES merchant (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  CONSTRAINT psp_config_merchant_id_replaced_id_fkey
    FOREIGN KEY (merchant_id, replaced_id) REFERENCES psp_config (merchant_id, id),
  CONSTRAINT psp_config_mode CHECK (mode IN ('test', 'live')),
  CONSTRAINT psp_config_psp CHECK (psp = 'provider'),
  CONSTRAINT psp_config_status CHECK (status IN ('inactive', 'active', 'retired')),
  -- An account that has or had attempts can verify the events that the provider sends about them.
  CONSTRAINT psp_config_webhook_secret CHECK (status = 'inactive' OR webhook_secret_sealed IS NOT NULL),
  CONSTRAINT psp_config_previous_webhook_secret
    CHECK ((previous_webhook_secret_sealed IS NULL) = (previous_webhook_secret_expires_at IS NULL)),
  -- A replaced account is another one, and was replaced by an activation.
  CONSTRAINT psp_config_replaced
    CHECK (replaced_id IS NULL OR replaced_id <> id AND activated_at IS NOT NULL)
);

CREATE UNIQUE INDEX psp_config_id_key ON psp_config (id);
CREATE UNIQUE INDEX psp_config_one_active ON psp_config (merchant_id, mode, psp) WHERE status = 'active';

-- Sessions --------------------------------------------------------------------

-- A charge that a merchant requests, from its creation to its fulfillment.
CREATE TABLE proxy_session (
  merchant_id text NOT NULL,
  id text NOT NULL,
  mode text NOT NULL,
  status text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  buyer_reference text NOT NULL,
  payer_email text,
  payer_phone text,
  beneficiary_email text,
  beneficiary_phone text,
  metadata jsonb NOT NULL,
  payer_destination_url text,
  idempotency_key text,
  amount_minor integer NOT NULL,
  currency text NOT NULL,
  cart_version integer NOT NULL,
  quote_amount_minor bigint NOT NULL,
  quote_currency text NOT NULL,
  quote_cart_version integer NOT NULL,
  quote_observed_at timestamptz(3) NOT NULL,
  final_amount_minor bigint NOT NULL,
  final_currency text NOT NULL,
  final_cart_version integer NOT NULL,
  finalized_at timestamptz(3) NOT NULL,
  completed_attempt_id text,
  provider_checkout_session_id text,
  provider_checkout_session_psp text,
  fulfillment_reference text,
  fulfillment_metadata jsonb,
  failure_code text,
  failure_message text,
  failure_metadata jsonb,
  event_sequence integer NOT NULL DEFAULT 0,
  history_sequence integer NOT NULL DEFAULT 0,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  lease_token text,
  leased_until timestamptz(3),
  carts_removed_at timestamptz(3),
  closed_at timestamptz(3),
  decline_count integer NOT NULL DEFAULT 0,
  last_declined_at timestamptz(3),
  emails_receipt boolean NOT NULL DEFAULT false,
  payer_locale text,
  challenge_passed_at timestamptz(3),
  conflict_since timestamptz(3),
  payment_status text NOT NULL DEFAULT 'unpaid',
  attempt_id text NOT NULL,
  cart_set_at timestamptz(3) NOT NULL,
  cart_snapshot jsonb NOT NULL,
  attempt_checkout_ui_mode text,
  attempt_integration_path text,
  attempt_number integer,
  attempt_pricing_mode text,
  attempt_status text,
  attempt_status_reason text,

  CONSTRAINT proxy_session_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT proxy_session_merchant_id_fkey
    FOREIGN KEY (merchant_id) REFERENCES merchant (id) ON DELETE RESTRICT,
  CONSTRAINT proxy_session_mode CHECK (mode IN ('test', 'live')),
  CONSTRAINT proxy_session_status
    CHECK (status IN ('created', 'payer_handoff_pending', 'payer_opened', 'payment_processing', 'paid',
        'provisionable', 'payment_conflicted', 'provisioned', 'provisioning_failed', 'expired', 'canceled')),
  CONSTRAINT proxy_session_version CHECK (version >= 1),
  CONSTRAINT proxy_session_currency
    CHECK (currency ~ '^[a-z]{3}$' AND quote_currency ~ '^[a-z]{3}$' AND final_currency ~ '^[a-z]{3}$'),
  CONSTRAINT proxy_session_cart_version
    CHECK (cart_version >= 1 AND quote_cart_version BETWEEN 1 AND cart_version
      AND final_cart_version BETWEEN 1 AND cart_version),
  CONSTRAINT proxy_session_completion
    CHECK (status NOT IN ('paid', 'provisionable', 'provisioned', 'provisioning_failed')
      OR completed_attempt_id IS NOT NULL),
  CONSTRAINT proxy_session_sequence CHECK (event_sequence >= 0),
  CONSTRAINT proxy_session_lease CHECK (num_nulls(lease_token, leased_until) IN (0, 2)),
  CONSTRAINT proxy_session_amount
    CHECK (amount_minor >= 0 AND quote_amount_minor >= 0 AND final_amount_minor >= 0),
  CONSTRAINT proxy_session_closed
    CHECK (closed_at IS NULL OR (status IN ('provisioned', 'provisioning_failed', 'expired', 'canceled'))),
  CONSTRAINT proxy_session_decline_count CHECK (decline_count >= 0),
  -- Only a conflict found after fulfillment has a time of its own: otherwise the status is
  -- payment_conflicted.
  CONSTRAINT proxy_session_conflict
    CHECK (conflict_since IS NULL OR (status IN ('provisioned', 'provisioning_failed')) AND closed_at IS NULL),
  CONSTRAINT proxy_session_payment_status
    CHECK (payment_status IN ('unpaid', 'paid', 'partially_refunded', 'inquiry', 'refunded', 'disputed',
        'dispute_under_review', 'dispute_lost')),
  CONSTRAINT proxy_session_cart CHECK (jsonb_typeof(cart_snapshot) = 'object')
);

CREATE INDEX proxy_session_newest ON proxy_session (merchant_id, mode, created_at DESC, id DESC);
CREATE INDEX proxy_session_newest_by_status
  ON proxy_session (merchant_id, mode, status, created_at DESC, id DESC);
CREATE INDEX proxy_session_due ON proxy_session (expires_at)
  WHERE status IN ('created', 'payer_handoff_pending', 'payer_opened');
-- A buyer reference may be longer than an index entry, so the index has its hash. The same applies to emails.
CREATE INDEX proxy_session_newest_by_buyer
  ON proxy_session (merchant_id, mode, hashtextextended(buyer_reference, 0), created_at DESC, id DESC);
CREATE INDEX proxy_session_due_of_merchant ON proxy_session (merchant_id, expires_at)
  WHERE status IN ('created', 'payer_handoff_pending', 'payer_opened');
CREATE INDEX proxy_session_with_contacts ON proxy_session (closed_at) WHERE closed_at IS NOT NULL
  AND num_nonnulls(payer_email, payer_phone, beneficiary_email, beneficiary_phone) > 0;
CREATE INDEX proxy_session_with_carts ON proxy_session (closed_at) WHERE closed_at IS NOT NULL
  AND carts_removed_at IS NULL;
CREATE INDEX proxy_session_with_conflict ON proxy_session (merchant_id, mode, created_at, id)
  WHERE conflict_since IS NOT NULL;
CREATE INDEX proxy_session_newest_by_payer
  ON proxy_session (merchant_id, mode, hashtextextended(lower(payer_email), 0), created_at DESC, id DESC)
  WHERE payer_email IS NOT NULL;

-- A cart that was replaced, as the merchant set it. The current one is in the row of the session.
CREATE TABLE cart_revision (
  merchant_id text NOT NULL,
  proxy_session_id text NOT NULL,
  cart_version integer NOT NULL,
  amount_minor integer NOT NULL,
  currency text NOT NULL,
  cart_snapshot jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,

  CONSTRAINT cart_revision_pkey PRIMARY KEY (merchant_id, proxy_session_id, cart_version),
  CONSTRAINT cart_revision_merchant_id_proxy_session_id_fkey
    FOREIGN KEY (merchant_id, proxy_session_id) REFERENCES proxy_session (merchant_id, id) ON DELETE RESTRICT,
  CONSTRAINT cart_revision_version CHECK (cart_version >= 1),
  CONSTRAINT cart_revision_amount CHECK (amount_minor >= 0),
  CONSTRAINT cart_revision_currency CHECK (currency ~ '^[a-z]{3}$'),
  CONSTRAINT cart_revision_snapshot CHECK (jsonb_typeof(cart_snapshot) = 'object')
);

-- The set of provider objects that collects one session's payment. It has a row from its reservation or end
-- on. Before that, the session stores its id.
CREATE TABLE acquisition_attempt (
  merchant_id text NOT NULL,
  id text NOT NULL,
  proxy_session_id text NOT NULL,
  mode text NOT NULL,
  attempt_number integer NOT NULL,
  status text NOT NULL,
  status_reason text,
  version integer NOT NULL DEFAULT 1,
  is_current boolean NOT NULL,
  merchant_psp_config_id text,
  psp text NOT NULL,
  commercial_mode text NOT NULL,
  integration_path text NOT NULL,
  pricing_mode text NOT NULL,
  checkout_ui_mode text,
  direct_subscription_source text,
  merchandise_subtotal_minor integer,
  direct_fee_basis_source text,
  direct_merchandise_currency text,
  direct_merchandise_subtotal_minor integer,
  reserved_cart_version integer,
  provider_options_fingerprint text,
  provider_retry_not_after timestamptz(3),
  provider_root_object_id text,
  provider_root_object_type text,
  provider_setup_intent_id text,
  provider_customer_id text,
  provider_created_at timestamptz(3),
  confirmed_amount_minor bigint,
  confirmed_currency text,
  confirmed_cart_version integer,
  confirmed_evidence_sha256 text,
  confirmed_merchandise_subtotal_minor bigint,
  confirmed_at timestamptz(3),
  completion_recorded_at timestamptz(3),
  supersedes_attempt_id text,
  supersede_reason text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  provider_check_at timestamptz(3),
  lease_token text,
  leased_until timestamptz(3),
  root_created_by text,
  setup_intent_created_by text,
  last_decline_code text,

  CONSTRAINT acquisition_attempt_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT acquisition_attempt_merchant_id_merchant_psp_config_id_fkey
    FOREIGN KEY (merchant_id, merchant_psp_config_id) REFERENCES psp_config (merchant_id, id)
      ON UPDATE RESTRICT ON DELETE RESTRICT,
  CONSTRAINT acquisition_attempt_merchant_id_proxy_session_id_fkey
    FOREIGN KEY (merchant_id, proxy_session_id) REFERENCES proxy_session (merchant_id, id) ON DELETE RESTRICT,
  CONSTRAINT acquisition_attempt_mode CHECK (mode IN ('test', 'live')),
  CONSTRAINT acquisition_attempt_number CHECK (attempt_number >= 1),
  CONSTRAINT acquisition_attempt_version CHECK (version >= 1),
  CONSTRAINT acquisition_attempt_psp CHECK (psp = 'provider'),
  CONSTRAINT acquisition_attempt_commercial_mode CHECK (commercial_mode IN ('one_time', 'subscription')),
  CONSTRAINT acquisition_attempt_path
    CHECK (integration_path IN ('checkout_session', 'payment_intent', 'direct_subscription')),
  CONSTRAINT acquisition_attempt_pricing CHECK (pricing_mode IN ('fixed', 'provider_finalized')),
  CONSTRAINT acquisition_attempt_ui_mode CHECK (checkout_ui_mode IN ('hosted', 'embedded', 'custom')),
  CONSTRAINT acquisition_attempt_source
    CHECK (direct_subscription_source IN ('setup_intent', 'saved_payment_method')),
  CONSTRAINT acquisition_attempt_fingerprint CHECK (provider_options_fingerprint ~ '^[0-9a-f]{64}$'),
  CONSTRAINT acquisition_attempt_evidence CHECK (confirmed_evidence_sha256 ~ '^[0-9a-f]{64}$'),
  -- A reservation is complete or absent.
  CONSTRAINT acquisition_attempt_reservation
    CHECK (num_nulls(merchant_psp_config_id, reserved_cart_version, provider_options_fingerprint,
        provider_retry_not_after) IN (0, 4)
      AND (provider_options_fingerprint IS NOT NULL OR status IN ('unreserved', 'canceled', 'expired'))),
  CONSTRAINT acquisition_attempt_root
    CHECK (num_nulls(provider_root_object_id, provider_root_object_type) IN (0, 2)
      AND (provider_root_object_id IS NOT NULL OR status NOT IN ('attached', 'confirmed'))),
  -- Of booleans, a <= b means that a implies b.
  CONSTRAINT acquisition_attempt_completion
    CHECK ((status = 'succeeded') <= (completion_recorded_at IS NOT NULL)),
  CONSTRAINT acquisition_attempt_superseded CHECK (NOT (is_current AND status = 'superseded')),
  CONSTRAINT acquisition_attempt_lease CHECK (num_nulls(lease_token, leased_until) IN (0, 2)),
  CONSTRAINT acquisition_attempt_creators
    CHECK (root_created_by IN ('payer_page', 'merchant')
      AND setup_intent_created_by IN ('payer_page', 'merchant')),
  CONSTRAINT acquisition_attempt_root_creator
    CHECK (num_nulls(provider_root_object_id, root_created_by) IN (0, 2)),
  CONSTRAINT acquisition_attempt_setup_intent_creator
    CHECK (num_nulls(provider_setup_intent_id, setup_intent_created_by) IN (0, 2)),
  -- A confirmed attempt represents a charge and states all of it.
  CONSTRAINT acquisition_attempt_confirmation
    CHECK (num_nulls(confirmed_amount_minor, confirmed_currency, confirmed_cart_version,
        confirmed_evidence_sha256, confirmed_at) IN (0, 5)
      AND (confirmed_at IS NOT NULL OR status <> 'confirmed')),
  CONSTRAINT acquisition_attempt_amounts
    CHECK (confirmed_amount_minor >= 0 AND confirmed_merchandise_subtotal_minor >= 0
      AND merchandise_subtotal_minor >= 0 AND direct_merchandise_subtotal_minor >= 0),
  CONSTRAINT acquisition_attempt_status
    CHECK (status IN ('reserved', 'attached', 'confirmed', 'action_required', 'processing', 'unknown',
        'succeeded', 'integrity_failed', 'failed', 'canceled', 'expired', 'superseded'))
);

CREATE UNIQUE INDEX acquisition_attempt_merchant_id_proxy_session_id_attempt_nu_key
  ON acquisition_attempt (merchant_id, proxy_session_id, attempt_number);
CREATE UNIQUE INDEX acquisition_attempt_one_current ON acquisition_attempt (merchant_id, proxy_session_id)
  WHERE is_current;
CREATE UNIQUE INDEX acquisition_attempt_one_succeeded ON acquisition_attempt (merchant_id, proxy_session_id)
  WHERE status = 'succeeded';
CREATE UNIQUE INDEX acquisition_attempt_root_object
  ON acquisition_attempt (merchant_id, mode, provider_root_object_id);
CREATE UNIQUE INDEX acquisition_attempt_setup_intent
  ON acquisition_attempt (merchant_id, mode, provider_setup_intent_id);
CREATE INDEX acquisition_attempt_to_check ON acquisition_attempt (provider_check_at)
  WHERE provider_check_at IS NOT NULL;
CREATE INDEX acquisition_attempt_to_lose ON acquisition_attempt (provider_retry_not_after)
  WHERE status = 'reserved';
CREATE INDEX acquisition_attempt_to_check_of_merchant ON acquisition_attempt (merchant_id, provider_check_at)
  WHERE provider_check_at IS NOT NULL;
CREATE INDEX acquisition_attempt_unknown ON acquisition_attempt (merchant_id, mode, created_at, id)
  WHERE status = 'unknown';
CREATE INDEX acquisition_attempt_unfinished
  ON acquisition_attempt (merchant_id, mode, merchant_psp_config_id, integration_path)
  WHERE status IN ('reserved', 'attached', 'confirmed', 'action_required', 'processing', 'unknown');
CREATE INDEX acquisition_attempt_refused ON acquisition_attempt (merchant_id, mode, created_at, id)
  WHERE status = 'failed' AND provider_root_object_id IS NULL AND is_current;
CREATE INDEX acquisition_attempt_to_lose_of_merchant
  ON acquisition_attempt (merchant_id, provider_retry_not_after) WHERE status = 'reserved';

-- A subscription created by a session, as last read from the provider.
CREATE TABLE subscription (
  merchant_id text NOT NULL,
  id text NOT NULL,
  mode text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  proxy_session_id text NOT NULL,
  attempt_id text NOT NULL,
  psp_config_id text NOT NULL,
  buyer_reference text NOT NULL,
  psp text NOT NULL,
  provider_subscription_id text NOT NULL,
  provider_checkout_session_id text,
  provider_customer_id text,
  status text NOT NULL,
  configuration_status text NOT NULL,
  configuration_reason text,
  cancel_at timestamptz(3),
  cancel_at_period_end boolean NOT NULL,
  current_period_start timestamptz(3),
  current_period_end timestamptz(3),
  trial_end timestamptz(3),
  ended_at timestamptz(3),
  pause_collection_behavior text,
  items jsonb NOT NULL,
  items_source_hash text,
  items_updated_at timestamptz(3),
  latest_invoice_id text,
  latest_invoice_amount_minor bigint,
  latest_invoice_currency text,
  latest_payment_status text,
  last_event_id text,
  last_event_at timestamptz(3),
  last_synced_at timestamptz(3) NOT NULL,
  sync_source text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  lease_token text,
  leased_until timestamptz(3),
  dispute_closed_at timestamptz(3),
  dispute_due_by timestamptz(3),
  disputes jsonb,

  CONSTRAINT subscription_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT subscription_merchant_id_proxy_session_id_fkey
    FOREIGN KEY (merchant_id, proxy_session_id) REFERENCES proxy_session (merchant_id, id) ON DELETE RESTRICT,
  CONSTRAINT subscription_merchant_id_attempt_id_fkey
    FOREIGN KEY (merchant_id, attempt_id) REFERENCES acquisition_attempt (merchant_id, id) ON DELETE RESTRICT,
  CONSTRAINT subscription_mode CHECK (mode IN ('test', 'live')),
  CONSTRAINT subscription_version CHECK (version >= 1),
  CONSTRAINT subscription_psp CHECK (psp = 'provider'),
  CONSTRAINT subscription_configuration
    CHECK (configuration_status IN ('unknown', 'supported', 'action_required')),
  CONSTRAINT subscription_configuration_reason
    CHECK ((configuration_status = 'action_required') = (configuration_reason IS NOT NULL)),
  CONSTRAINT subscription_items CHECK (jsonb_typeof(items) = 'array' AND jsonb_array_length(items) <= 500),
  CONSTRAINT subscription_items_hash CHECK (items_source_hash ~ '^[0-9a-f]{64}$'),
  CONSTRAINT subscription_invoice
    CHECK (num_nulls(latest_invoice_id, latest_invoice_amount_minor, latest_invoice_currency,
        latest_payment_status) IN (0, 4)),
  CONSTRAINT subscription_sync_source CHECK (sync_source IN ('event', 'sweep', 'payer', 'merchant')),
  CONSTRAINT subscription_lease CHECK (num_nulls(lease_token, leased_until) IN (0, 2)),
  CONSTRAINT subscription_disputes CHECK (disputes IS NULL OR jsonb_typeof(disputes) = 'array'),
  CONSTRAINT subscription_dispute_times
    CHECK (disputes IS NOT NULL OR dispute_due_by IS NULL AND dispute_closed_at IS NULL)
);

CREATE INDEX subscription_newest ON subscription (merchant_id, mode, created_at DESC, id DESC);
CREATE UNIQUE INDEX subscription_provider_object
  ON subscription (merchant_id, mode, provider_subscription_id);
CREATE INDEX subscription_to_read ON subscription (last_synced_at) WHERE ended_at IS NULL;
CREATE INDEX subscription_to_renew ON subscription (current_period_end) WHERE ended_at IS NULL
  AND last_synced_at < current_period_end;
CREATE INDEX subscription_live_of_session ON subscription (merchant_id, proxy_session_id)
  WHERE ended_at IS NULL;
CREATE INDEX subscription_newest_by_status
  ON subscription (merchant_id, mode, status, created_at DESC, id DESC);
CREATE INDEX subscription_newest_by_configuration
  ON subscription (merchant_id, mode, configuration_status, created_at DESC, id DESC);
-- The hash, because a buyer reference may be longer than an index entry.
CREATE INDEX subscription_newest_by_buyer
  ON subscription (merchant_id, mode, hashtextextended(buyer_reference, 0), created_at DESC, id DESC);
CREATE INDEX subscription_newest_by_customer
  ON subscription (merchant_id, mode, provider_customer_id, created_at DESC, id DESC)
  WHERE provider_customer_id IS NOT NULL;
CREATE INDEX subscription_newest_by_invoice
  ON subscription (merchant_id, mode, latest_invoice_id, created_at DESC, id DESC)
  WHERE latest_invoice_id IS NOT NULL;
-- Not unique: a second subscription of an attempt is stored and resolved as a conflict.
CREATE INDEX subscription_of_attempt ON subscription (merchant_id, attempt_id);
CREATE INDEX subscription_to_read_of_merchant ON subscription (merchant_id, last_synced_at)
  WHERE ended_at IS NULL;
CREATE INDEX subscription_to_renew_of_merchant ON subscription (merchant_id, current_period_end)
  WHERE ended_at IS NULL AND last_synced_at < current_period_end;
CREATE INDEX subscription_with_open_dispute ON subscription (merchant_id, mode, dispute_due_by)
  WHERE dispute_due_by IS NOT NULL;
CREATE INDEX subscription_with_closed_dispute ON subscription (merchant_id, mode, dispute_closed_at)
  WHERE dispute_closed_at IS NOT NULL;

-- Money that one provider object took for a session, as last read from the provider.
CREATE TABLE payment (
  merchant_id text NOT NULL,
  mode text NOT NULL,
  provider_object_id text NOT NULL,
  provider_object_type text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  proxy_session_id text NOT NULL,
  attempt_id text NOT NULL,
  root_object_id text NOT NULL,
  root_object_type text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  refunded_minor bigint NOT NULL DEFAULT 0,
  disputed_minor bigint NOT NULL DEFAULT 0,
  captured_at timestamptz(3) NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  discount_minor bigint,
  shipping_minor bigint,
  tax_minor bigint,
  dispute_closed_at timestamptz(3),
  dispute_due_by timestamptz(3),
  dispute_id text,
  dispute_opened_at timestamptz(3),
  dispute_reason text,
  dispute_status text,

  CONSTRAINT payment_pkey PRIMARY KEY (merchant_id, mode, provider_object_id),
  CONSTRAINT payment_merchant_id_proxy_session_id_fkey
    FOREIGN KEY (merchant_id, proxy_session_id) REFERENCES proxy_session (merchant_id, id) ON UPDATE RESTRICT
      ON DELETE RESTRICT,
  CONSTRAINT payment_merchant_id_attempt_id_fkey
    FOREIGN KEY (merchant_id, attempt_id) REFERENCES acquisition_attempt (merchant_id, id) ON UPDATE RESTRICT
      ON DELETE RESTRICT,
  CONSTRAINT payment_mode CHECK (mode IN ('test', 'live')),
  CONSTRAINT payment_version CHECK (version >= 1),
  CONSTRAINT payment_currency CHECK (currency ~ '^[a-z]{3}$'),
  -- The amounts are exact as JSON numbers.
  CONSTRAINT payment_amounts
    CHECK (amount_minor BETWEEN 0 AND 9007199254740991 AND refunded_minor BETWEEN 0 AND 9007199254740991
      AND disputed_minor BETWEEN 0 AND 9007199254740991),
  CONSTRAINT payment_adjustments
    CHECK (tax_minor BETWEEN 0 AND 9007199254740991 AND shipping_minor BETWEEN 0 AND 9007199254740991
      AND discount_minor BETWEEN 0 AND 9007199254740991),
  CONSTRAINT payment_dispute
    CHECK ((dispute_opened_at IS NULL) = (dispute_id IS NULL)
      AND (dispute_id IS NULL OR dispute_status IS NOT NULL)
      AND (dispute_closed_at IS NULL OR dispute_id IS NOT NULL))
);

CREATE INDEX payment_of_session ON payment (merchant_id, proxy_session_id);
CREATE INDEX payment_with_open_dispute ON payment (merchant_id, mode, dispute_due_by, provider_object_id)
  WHERE dispute_due_by IS NOT NULL AND dispute_closed_at IS NULL;
CREATE INDEX payment_with_closed_dispute ON payment (merchant_id, mode, dispute_closed_at, provider_object_id)
  WHERE dispute_closed_at IS NOT NULL;

-- One change of a session: what changed, who changed it and why. The source of the timeline.
CREATE TABLE history_entry (
  merchant_id text NOT NULL,
  proxy_session_id text NOT NULL,
  sequence integer NOT NULL,
  attempt_id text,
  action text NOT NULL,
  from_status text,
  to_status text,
  reason text,
  actor_kind text NOT NULL,
  actor_id text,
  request_id text,
  at timestamptz(3) NOT NULL,
  decline_id text,

  CONSTRAINT history_entry_pkey PRIMARY KEY (merchant_id, proxy_session_id, sequence),
  CONSTRAINT history_entry_merchant_id_proxy_session_id_fkey
    FOREIGN KEY (merchant_id, proxy_session_id) REFERENCES proxy_session (merchant_id, id) ON DELETE RESTRICT,
  CONSTRAINT history_entry_actor CHECK (actor_kind IN ('api_key', 'user', 'payer', 'provider', 'system'))
);

CREATE INDEX history_entry_of_request ON history_entry (merchant_id, request_id) WHERE request_id IS NOT NULL;
CREATE UNIQUE INDEX history_entry_of_decline ON history_entry (merchant_id, decline_id)
  WHERE decline_id IS NOT NULL;

-- The stored response to a write with an idempotency key.
CREATE TABLE idempotency_record (
  merchant_id text NOT NULL,
  mode text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  outcome jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT idempotency_record_pkey PRIMARY KEY (merchant_id, mode, method, path, key),
  CONSTRAINT idempotency_record_mode CHECK (mode IN ('test', 'live')),
  CONSTRAINT idempotency_record_key CHECK (char_length(key) BETWEEN 1 AND 255),
  CONSTRAINT idempotency_record_fingerprint CHECK (fingerprint ~ '^[0-9a-f]{64}$')
);

CREATE INDEX idempotency_record_age ON idempotency_record (merchant_id, created_at);

-- Sessions of a merchant counted in 15 minutes. Workers add to the counts in the transaction that fans an
-- event out, so that each event is counted once.
CREATE TABLE session_figure (
  merchant_id text NOT NULL,
  mode text NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  figure text NOT NULL,
  label text NOT NULL,
  count bigint NOT NULL,
  amount_minor bigint NOT NULL,

  CONSTRAINT session_figure_pkey PRIMARY KEY (merchant_id, mode, starts_at, figure, label),
  CONSTRAINT session_figure_mode CHECK (mode IN ('test', 'live')),
  CONSTRAINT session_figure_count CHECK (count > 0),
  CONSTRAINT session_figure_figure
    CHECK (figure IN ('created', 'opened', 'paid', 'provisioned', 'volume', 'time_to_pay', 'failed',
        'declined'))
);

-- Events and webhooks ---------------------------------------------------------

-- An event, written in the transaction that causes it.
CREATE TABLE outbox_event (
  merchant_id text NOT NULL,
  id text NOT NULL,
  mode text NOT NULL,
  type text NOT NULL,
  proxy_session_id text,
  sequence integer NOT NULL,
  payload json NOT NULL,
  created_at timestamptz(3) NOT NULL,

  CONSTRAINT outbox_event_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT outbox_event_mode CHECK (mode IN ('test', 'live')),
  CONSTRAINT outbox_event_sequence_positive
    CHECK (proxy_session_id IS NULL AND sequence = 0 OR sequence >= 1)
);

CREATE UNIQUE INDEX outbox_event_sequence ON outbox_event (merchant_id, proxy_session_id, sequence);

-- Marks an event that has not been fanned out to deliveries. A separate row, so that the large event row is
-- never updated. Rows are inserted and deleted often, so vacuum does not wait for a share of the table.
CREATE TABLE outbox_waiting (
  merchant_id text NOT NULL,
  event_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  fanned_out_to text,
  held boolean NOT NULL DEFAULT false,

  CONSTRAINT outbox_waiting_pkey PRIMARY KEY (merchant_id, event_id),
  CONSTRAINT outbox_waiting_held CHECK (NOT held OR fanned_out_to IS NOT NULL)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

CREATE INDEX outbox_waiting_oldest_of_merchant ON outbox_waiting (merchant_id, created_at) WHERE NOT held;

-- A merchant whose events could not be fanned out. They wait, and delay no other merchant's.
CREATE TABLE fan_out_failure (
  merchant_id text NOT NULL,
  failures integer NOT NULL,
  failed_at timestamptz(3) NOT NULL,
  retry_at timestamptz(3) NOT NULL,

  CONSTRAINT fan_out_failure_pkey PRIMARY KEY (merchant_id),
  CONSTRAINT fan_out_failure_failures CHECK (failures > 0)
);

-- A URL that receives event notifications.
CREATE TABLE webhook_endpoint (
  merchant_id text NOT NULL,
  id text NOT NULL,
  mode text NOT NULL,
  url text NOT NULL,
  event_types text[],
  event_schema_version text NOT NULL,
  status text NOT NULL,
  inactive_reason text,
  inactive_since timestamptz(3),
  failing_since timestamptz(3),
  signing_secret_sealed bytea NOT NULL,
  previous_signing_secret_sealed bytea,
  previous_signing_secret_expires_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT webhook_endpoint_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT webhook_endpoint_mode CHECK (mode IN ('test', 'live')),
  CONSTRAINT webhook_endpoint_status CHECK (status IN ('active', 'inactive', 'archived')),
  CONSTRAINT webhook_endpoint_url CHECK (url ~ '^https?://' AND char_length(url) <= 2048),
  CONSTRAINT webhook_endpoint_version CHECK (event_schema_version ~ '^\d{4}-\d{2}-\d{2}$'),
  CONSTRAINT webhook_endpoint_inactive
    CHECK (inactive_reason IS NULL OR (inactive_reason IN ('gone', 'failing')) AND status = 'inactive'),
  CONSTRAINT webhook_endpoint_previous_secret
    CHECK (num_nulls(previous_signing_secret_sealed, previous_signing_secret_expires_at) IN (0, 2))
);

CREATE INDEX webhook_endpoint_newest ON webhook_endpoint (merchant_id, mode, created_at DESC, id DESC);

-- One of an endpoint's two delivery queues. The worker that leases a queue sends its deliveries one at a
-- time, so an endpoint never has more than two requests in flight across all workers. Each
-- delivery updates a row, so half of a page is free for its new versions.
CREATE TABLE webhook_endpoint_queue (
  merchant_id text NOT NULL,
  endpoint_id text NOT NULL,
  queue_number integer NOT NULL,
  due_at timestamptz(6),
  notification_count integer NOT NULL DEFAULT 0,
  failing boolean NOT NULL DEFAULT false,
  lease_token text,
  leased_until timestamptz(3),
  slow_responses integer NOT NULL DEFAULT 0,

  CONSTRAINT webhook_endpoint_queue_pkey PRIMARY KEY (merchant_id, endpoint_id, queue_number),
  CONSTRAINT webhook_endpoint_queue_merchant_id_endpoint_id_fkey
    FOREIGN KEY (merchant_id, endpoint_id) REFERENCES webhook_endpoint (merchant_id, id) ON DELETE RESTRICT,
  CONSTRAINT webhook_endpoint_queue_number CHECK (queue_number IN (0, 1)),
  CONSTRAINT webhook_endpoint_queue_lease CHECK (num_nulls(lease_token, leased_until) IN (0, 2)),
  CONSTRAINT webhook_endpoint_queue_slow_responses CHECK (slow_responses BETWEEN 0 AND 2)
) WITH (fillfactor = 50);

CREATE INDEX webhook_endpoint_queue_due ON webhook_endpoint_queue (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_endpoint_queue_due_of_merchant ON webhook_endpoint_queue (merchant_id, due_at)
  WHERE due_at IS NOT NULL;

-- The delivery of one event to one endpoint.
CREATE TABLE webhook_delivery (
  merchant_id text NOT NULL,
  endpoint_id text NOT NULL,
  event_id text NOT NULL,
  queue_number integer NOT NULL,
  sequence integer NOT NULL,
  status text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  attempts_before integer NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL,
  http_status integer,
  failure text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  finished_at timestamptz(3),
  attempted_at timestamptz(3),
  duration_ms integer,
  response_body text,

  CONSTRAINT webhook_delivery_pkey PRIMARY KEY (merchant_id, endpoint_id, event_id),
  CONSTRAINT webhook_delivery_queue_number CHECK (queue_number IN (0, 1)),
  CONSTRAINT webhook_delivery_status CHECK (status IN ('waiting', 'succeeded', 'failed', 'canceled')),
  CONSTRAINT webhook_delivery_attempts CHECK (attempts_before BETWEEN 0 AND attempts),
  CONSTRAINT webhook_delivery_finished CHECK ((status = 'waiting') = (finished_at IS NULL)),
  CONSTRAINT webhook_delivery_outcome CHECK (num_nonnulls(http_status, failure) <= 1),
  CONSTRAINT webhook_delivery_attempted CHECK (num_nulls(attempted_at, duration_ms, response_body) IN (0, 3)),
  CONSTRAINT webhook_delivery_body CHECK (octet_length(response_body) <= 65536)
);

CREATE INDEX webhook_delivery_waiting
  ON webhook_delivery (merchant_id, endpoint_id, queue_number, due_at, sequence) WHERE status = 'waiting';
CREATE INDEX webhook_delivery_age ON webhook_delivery USING brin (created_at);

-- An earlier attempt of a delivery. The last attempt is stored in the delivery itself, because most
-- deliveries have only one.
CREATE TABLE delivery_attempt (
  merchant_id text NOT NULL,
  endpoint_id text NOT NULL,
  event_id text NOT NULL,
  number integer NOT NULL,
  at timestamptz(3) NOT NULL,
  duration_ms integer NOT NULL,
  http_status integer,
  failure text,
  response_body text NOT NULL,

  CONSTRAINT delivery_attempt_pkey PRIMARY KEY (merchant_id, endpoint_id, event_id, number),
  CONSTRAINT delivery_attempt_number CHECK (number >= 1),
  CONSTRAINT delivery_attempt_outcome CHECK (num_nonnulls(http_status, failure) = 1),
  CONSTRAINT delivery_attempt_body CHECK (octet_length(response_body) <= 65536)
);

-- brin, because rows are stored in the order of this column.
CREATE INDEX delivery_attempt_age ON delivery_attempt USING brin (at);

-- Events of the provider ------------------------------------------------------

-- An event from the provider: verified, stored once, acknowledged, and applied later by a worker.
CREATE TABLE provider_event (
  merchant_id text NOT NULL,
  psp_config_id text NOT NULL,
  event_id text NOT NULL,
  mode text NOT NULL,
  type text NOT NULL,
  object_id text NOT NULL,
  payload jsonb NOT NULL,
  status text NOT NULL,
  note text,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL,
  lease_token text,
  leased_until timestamptz(3),
  occurred_at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  finished_at timestamptz(3),
  proxy_session_id text,
  parked_for text,
  recorded_at timestamptz(3),
  internal_failures integer NOT NULL DEFAULT 0,
  parks integer NOT NULL DEFAULT 0,
  transient_failures integer NOT NULL DEFAULT 0,

  CONSTRAINT provider_event_pkey PRIMARY KEY (merchant_id, psp_config_id, event_id),
  CONSTRAINT provider_event_mode CHECK (mode IN ('test', 'live')),
  CONSTRAINT provider_event_status CHECK (status IN ('waiting', 'applied', 'ignored', 'parked', 'failed')),
  CONSTRAINT provider_event_lease CHECK (num_nulls(lease_token, leased_until) IN (0, 2))
);

CREATE INDEX provider_event_age ON provider_event USING brin (received_at);
CREATE INDEX provider_event_held
  ON provider_event (merchant_id, mode, status, received_at DESC, event_id DESC)
  WHERE status IN ('parked', 'failed');
CREATE INDEX provider_event_waiting ON provider_event (received_at) WHERE status = 'waiting';
CREATE INDEX provider_event_of_object ON provider_event (merchant_id, object_id)
  WHERE status IN ('waiting', 'parked');
CREATE INDEX provider_event_parked_for ON provider_event (merchant_id, parked_for)
  WHERE parked_for IS NOT NULL;
CREATE INDEX provider_event_of_session ON provider_event (merchant_id, proxy_session_id)
  WHERE proxy_session_id IS NOT NULL;
CREATE INDEX provider_event_due ON provider_event (due_at) WHERE status IN ('waiting', 'parked');
CREATE INDEX provider_event_due_of_merchant ON provider_event (merchant_id, due_at, received_at)
  WHERE status IN ('waiting', 'parked');

-- The position up to which an account's event list was read to find missed events.
CREATE TABLE provider_cursor (
  merchant_id text NOT NULL,
  psp_config_id text NOT NULL,
  mode text NOT NULL,
  read_until timestamptz(3) NOT NULL,
  gap_from timestamptz(3),
  gap_until timestamptz(3),
  failures integer NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL,
  lease_token text,
  leased_until timestamptz(3),

  CONSTRAINT provider_cursor_pkey PRIMARY KEY (merchant_id, psp_config_id),
  CONSTRAINT provider_cursor_mode CHECK (mode IN ('test', 'live')),
  CONSTRAINT provider_cursor_lease CHECK (num_nulls(lease_token, leased_until) IN (0, 2)),
  CONSTRAINT provider_cursor_gap CHECK ((num_nulls(gap_from, gap_until) IN (0, 2)) AND gap_from <= gap_until)
);

CREATE INDEX provider_cursor_due ON provider_cursor (due_at);
CREATE INDEX provider_cursor_due_of_merchant ON provider_cursor (merchant_id, due_at);

-- Limits ----------------------------------------------------------------------

-- A token bucket, refilled by the database clock. Unlogged: emptied by a database crash.
CREATE UNLOGGED TABLE rate_limit (
  merchant_id text NOT NULL,
  bucket text NOT NULL,
  tokens double precision NOT NULL,
  filled_at timestamptz(6) NOT NULL,

  CONSTRAINT rate_limit_pkey PRIMARY KEY (merchant_id, bucket),
  CONSTRAINT rate_limit_bucket CHECK (bucket ~ '^[0-9a-f]{64}$')
);

-- The networks from which the payer of a session got a payment form or had to wait for one, so that its
-- declines can be counted. Deleted a day after the last time.
CREATE TABLE payer_network (
  merchant_id text NOT NULL,
  proxy_session_id text NOT NULL,
  first_network text NOT NULL,
  first_seen_at timestamptz(3) NOT NULL,
  network text NOT NULL,
  seen_at timestamptz(3) NOT NULL,

  CONSTRAINT payer_network_pkey PRIMARY KEY (merchant_id, proxy_session_id)
);

CREATE INDEX payer_network_seen ON payer_network (seen_at);

-- The declined payments of a network at a merchant. Deleted a day after the last one.
CREATE TABLE decline_limit (
  merchant_id text NOT NULL,
  mode text NOT NULL,
  network text NOT NULL,
  level double precision NOT NULL,
  counted_at timestamptz(3) NOT NULL,

  CONSTRAINT decline_limit_pkey PRIMARY KEY (merchant_id, mode, network),
  CONSTRAINT decline_limit_mode CHECK (mode IN ('test', 'live')),
  CONSTRAINT decline_limit_level CHECK (level > 0)
);

CREATE INDEX decline_limit_counted ON decline_limit (counted_at);

-- How often payments of a merchant are declined. Both counts decay exponentially.
CREATE TABLE decline_rate (
  merchant_id text NOT NULL,
  mode text NOT NULL,
  last_hour double precision NOT NULL,
  last_week double precision NOT NULL,
  counted_at timestamptz(3) NOT NULL,
  spiking_since timestamptz(3),

  CONSTRAINT decline_rate_pkey PRIMARY KEY (merchant_id, mode),
  CONSTRAINT decline_rate_mode CHECK (mode IN ('test', 'live')),
  CONSTRAINT decline_rate_counts CHECK (last_hour > 0 AND last_week > 0)
);

-- Recent attempts of one kind: to sign in, or to have an email sent.
CREATE TABLE sign_in_limit (
  key text NOT NULL,
  burst integer NOT NULL,
  counted_at timestamptz(3) NOT NULL,
  level double precision NOT NULL,
  slowest_seconds integer NOT NULL,

  CONSTRAINT sign_in_limit_pkey PRIMARY KEY (key),
  CONSTRAINT sign_in_limit_key CHECK (key ~ '^[0-9a-f]{64}$'),
  CONSTRAINT sign_in_limit_level CHECK (level >= 0 AND burst > 0 AND slowest_seconds > 0)
);

CREATE INDEX sign_in_limit_counted_at_idx ON sign_in_limit (counted_at);

-- Accounts of the dashboard ---------------------------------------------------

-- A dashboard user.
CREATE TABLE dashboard_user (
  id text NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  disabled_at timestamptz(3),

  CONSTRAINT dashboard_user_pkey PRIMARY KEY (id),
  CONSTRAINT dashboard_user_email CHECK (email = lower(email))
);

CREATE UNIQUE INDEX dashboard_user_email_key ON dashboard_user (email);

-- A sign-in method of a user; for passwords, the scrypt hash.
CREATE TABLE dashboard_account (
  id text NOT NULL,
  user_id text NOT NULL,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  scope text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT dashboard_account_pkey PRIMARY KEY (id),
  CONSTRAINT dashboard_account_user_id_fkey
    FOREIGN KEY (user_id) REFERENCES dashboard_user (id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE INDEX dashboard_account_user_id_idx ON dashboard_account (user_id);
CREATE UNIQUE INDEX dashboard_account_provider_id_account_id_key
  ON dashboard_account (provider_id, account_id);

-- A sign-in session of a user in one browser.
CREATE TABLE dashboard_session (
  id text NOT NULL,
  user_id text NOT NULL,
  token text NOT NULL,
  active_organization_id text,
  ip_address text,
  user_agent text,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  authenticated_at timestamptz(3),
  passkey_id text,
  former_token text,
  former_token_expires_at timestamptz(3),

  CONSTRAINT dashboard_session_pkey PRIMARY KEY (id),
  CONSTRAINT dashboard_session_user_id_fkey
    FOREIGN KEY (user_id) REFERENCES dashboard_user (id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE UNIQUE INDEX dashboard_session_token_key ON dashboard_session (token);
CREATE INDEX dashboard_session_user_id_idx ON dashboard_session (user_id);
CREATE INDEX dashboard_session_former_token_idx ON dashboard_session (former_token);

-- A single-use secret sent by email. Links of sign-up and of a password reset have the hash of their secret
-- as id.
CREATE TABLE dashboard_verification (
  id text NOT NULL,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT dashboard_verification_pkey PRIMARY KEY (id)
);

CREATE INDEX dashboard_verification_identifier_idx ON dashboard_verification (identifier);

-- The authenticator app of a user.
CREATE TABLE second_factor (
  id text NOT NULL,
  user_id text NOT NULL,
  secret_sealed bytea NOT NULL,
  confirmed_at timestamptz(3),
  last_step integer NOT NULL DEFAULT 0,

  CONSTRAINT second_factor_pkey PRIMARY KEY (id),
  CONSTRAINT second_factor_user_id_fkey
    FOREIGN KEY (user_id) REFERENCES dashboard_user (id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE UNIQUE INDEX second_factor_user_id_key ON second_factor (user_id);

-- A code that replaces the authenticator app once. A used one is deleted.
CREATE TABLE recovery_code (
  user_id text NOT NULL,
  code_hash text NOT NULL,

  CONSTRAINT recovery_code_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_code_user_id_fkey
    FOREIGN KEY (user_id) REFERENCES dashboard_user (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT recovery_code_hash CHECK (code_hash ~ '^[0-9a-f]{64}$')
);

-- A key pair of an authenticator that signs a user in. The authenticator stores the private key.
CREATE TABLE passkey (
  id text NOT NULL,
  user_id text NOT NULL,
  name text NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[],
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_used_at timestamptz(3),

  CONSTRAINT passkey_pkey PRIMARY KEY (id),
  CONSTRAINT passkey_user_id_fkey
    FOREIGN KEY (user_id) REFERENCES dashboard_user (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT passkey_counter CHECK (counter BETWEEN 0 AND 4294967295),
  CONSTRAINT passkey_name CHECK (length(name) BETWEEN 1 AND 100)
);

CREATE UNIQUE INDEX passkey_credential_id_key ON passkey (credential_id);
CREATE INDEX passkey_user_id_idx ON passkey (user_id);

-- A random value that a passkey has to sign, once. Rows are written by people who are not signed in, so they
-- are on one node.
CREATE TABLE passkey_challenge (
  hash text NOT NULL,
  purpose text NOT NULL,
  expires_at timestamptz(3) NOT NULL,

  CONSTRAINT passkey_challenge_pkey PRIMARY KEY (hash),
  CONSTRAINT passkey_challenge_hash CHECK (hash ~ '^[0-9a-f]{64}$')
);

CREATE INDEX passkey_challenge_expires_at_idx ON passkey_challenge (expires_at);

-- The team of a merchant, with the id of the merchant.
CREATE TABLE organization (
  id text NOT NULL,
  name text NOT NULL,
  slug text NOT NULL,
  logo text,
  metadata text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  second_factor_required_at timestamptz(3),

  CONSTRAINT organization_pkey PRIMARY KEY (id),
  CONSTRAINT organization_id_fkey
    FOREIGN KEY (id) REFERENCES merchant (id) ON UPDATE CASCADE ON DELETE RESTRICT
);

CREATE UNIQUE INDEX organization_slug_key ON organization (slug);

-- The role of a user at a merchant.
CREATE TABLE member (
  id text NOT NULL,
  organization_id text NOT NULL,
  user_id text NOT NULL,
  role text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT member_pkey PRIMARY KEY (id),
  CONSTRAINT member_organization_id_fkey
    FOREIGN KEY (organization_id) REFERENCES organization (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT member_user_id_fkey
    FOREIGN KEY (user_id) REFERENCES dashboard_user (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT member_role CHECK (role IN ('owner', 'admin', 'developer', 'support', 'viewer'))
);

CREATE INDEX member_user_id_idx ON member (user_id);
CREATE UNIQUE INDEX member_organization_id_user_id_key ON member (organization_id, user_id);

-- An invitation to join the team of a merchant.
CREATE TABLE invitation (
  id text NOT NULL,
  organization_id text NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  status text NOT NULL,
  inviter_id text,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  token_hash text NOT NULL,

  CONSTRAINT invitation_pkey PRIMARY KEY (id),
  CONSTRAINT invitation_inviter_id_fkey
    FOREIGN KEY (inviter_id) REFERENCES dashboard_user (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT invitation_organization_id_fkey
    FOREIGN KEY (organization_id) REFERENCES organization (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT invitation_email CHECK (email = lower(email)),
  CONSTRAINT invitation_role CHECK (role IN ('owner', 'admin', 'developer', 'support', 'viewer')),
  CONSTRAINT invitation_status CHECK (status IN ('pending', 'accepted', 'canceled')),
  CONSTRAINT invitation_token_hash CHECK (token_hash ~ '^[0-9a-f]{64}$')
);

CREATE INDEX invitation_organization_id_idx ON invitation (organization_id);
CREATE UNIQUE INDEX invitation_token_hash_key ON invitation (token_hash);
-- A new invitation replaces a pending one.
CREATE UNIQUE INDEX invitation_one_pending ON invitation (organization_id, email) WHERE status = 'pending';

-- The dashboard ---------------------------------------------------------------

-- What people decided about an item that needs attention: who takes it, until when it is hidden, and a note.
-- The item itself is read from its object. The row counts while the item needs attention since the same time,
-- and is deleted some time after its last change.
CREATE TABLE attention_triage (
  merchant_id text NOT NULL,
  mode text NOT NULL,
  kind text NOT NULL,
  subject_id text NOT NULL,
  since timestamptz(3) NOT NULL,
  proxy_session_id text,
  assignee_id text,
  snoozed_until timestamptz(3),
  snoozed_severity text,
  note text,
  version integer NOT NULL,
  updated_by text,
  updated_at timestamptz(3) NOT NULL,

  CONSTRAINT attention_triage_pkey PRIMARY KEY (merchant_id, mode, kind, subject_id),
  CONSTRAINT attention_triage_mode CHECK (mode IN ('test', 'live')),
  CONSTRAINT attention_triage_note CHECK (char_length(note) BETWEEN 1 AND 2000),
  CONSTRAINT attention_triage_version CHECK (version > 0)
);

-- Filters of the session list that a member saved under a name. No other member sees them. They contain no
-- personal data of payers, so no erasure concerns them.
CREATE TABLE saved_view (
  merchant_id text NOT NULL,
  mode text NOT NULL,
  user_id text NOT NULL,
  name text NOT NULL,
  filters jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT saved_view_pkey PRIMARY KEY (merchant_id, mode, user_id, name),
  CONSTRAINT saved_view_mode CHECK (mode IN ('test', 'live')),
  CONSTRAINT saved_view_name CHECK (char_length(name) BETWEEN 1 AND 60)
);

-- The kinds of items that need attention of which a member gets emails, in live mode. A member without a row
-- has the kinds of their role.
CREATE TABLE notification_setting (
  merchant_id text NOT NULL,
  user_id text NOT NULL,
  kinds text[],
  updated_at timestamptz(3) NOT NULL,

  CONSTRAINT notification_setting_pkey PRIMARY KEY (merchant_id, user_id)
);

-- Emails ----------------------------------------------------------------------

-- An email that a worker sends. It is written in the transaction of the change that it reports, and deleted
-- once the SMTP server has accepted it. It contains no link that authenticates anyone and no secret.
CREATE TABLE mail_outbox (
  merchant_id text NOT NULL,
  id text NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  due_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT mail_outbox_pkey PRIMARY KEY (merchant_id, id)
);

-- The email with the receipt of a session that was paid: at most one per session. It contains no address and
-- no content: the worker reads them from the session, so what is erased there is not sent.
CREATE TABLE receipt_mail (
  merchant_id text NOT NULL,
  proxy_session_id text NOT NULL,
  mode text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  due_at timestamptz(3) NOT NULL,
  lease_token text,
  leased_until timestamptz(3),
  outcome text,
  finished_at timestamptz(3),

  CONSTRAINT receipt_mail_pkey PRIMARY KEY (merchant_id, proxy_session_id),
  CONSTRAINT receipt_mail_mode CHECK (mode IN ('test', 'live')),
  CONSTRAINT receipt_mail_outcome CHECK (outcome IN ('sent', 'skipped', 'failed')),
  CONSTRAINT receipt_mail_finished CHECK ((outcome IS NULL) = (finished_at IS NULL))
);

CREATE INDEX receipt_mail_due ON receipt_mail (merchant_id, due_at) WHERE outcome IS NULL;

-- An item of which a member was emailed, in live mode. Another time is another item. It is written together
-- with the email and deleted after 90 days.
CREATE TABLE attention_mail (
  merchant_id text NOT NULL,
  user_id text NOT NULL,
  kind text NOT NULL,
  subject_id text NOT NULL,
  since timestamptz(3) NOT NULL,
  mailed_at timestamptz(3) NOT NULL,

  CONSTRAINT attention_mail_pkey PRIMARY KEY (merchant_id, user_id, kind, subject_id, since)
);

CREATE INDEX attention_mail_merchant_id_user_id_kind_mailed_at_idx
  ON attention_mail (merchant_id, user_id, kind, mailed_at);

-- Logs ------------------------------------------------------------------------

-- A request of an API key that reached an operation, without secrets and personal data. Written in the
-- background after the response, never updated except by an erasure, and deleted after some days.
CREATE TABLE api_request (
  merchant_id text NOT NULL,
  mode text NOT NULL,
  id text NOT NULL,
  method text NOT NULL,
  route text NOT NULL,
  path text NOT NULL,
  status integer NOT NULL,
  duration_ms integer NOT NULL,
  error_code text,
  api_key_id text NOT NULL,
  api_key_kind text NOT NULL,
  network text,
  idempotency_key text,
  replayed boolean NOT NULL,
  proxy_session_id text,
  query json,
  request_body json,
  response_body json,
  created_at timestamptz(3) NOT NULL,

  CONSTRAINT api_request_pkey PRIMARY KEY (merchant_id, mode, id),
  CONSTRAINT api_request_mode CHECK (mode IN ('test', 'live')),
  CONSTRAINT api_request_status CHECK (status BETWEEN 100 AND 599),
  CONSTRAINT api_request_duration CHECK (duration_ms >= 0),
  CONSTRAINT api_request_key_kind CHECK (api_key_kind IN ('secret', 'publishable'))
);

CREATE INDEX api_request_of_key ON api_request (merchant_id, mode, api_key_id, id);
CREATE INDEX api_request_failed ON api_request (merchant_id, mode, id) WHERE status >= 400;
CREATE INDEX api_request_of_session ON api_request (merchant_id, mode, proxy_session_id, id)
  WHERE proxy_session_id IS NOT NULL;
CREATE INDEX api_request_of_idempotency_key ON api_request (merchant_id, mode, idempotency_key, id)
  WHERE idempotency_key IS NOT NULL;
CREATE INDEX api_request_age ON api_request USING brin (created_at);

-- An action of a user, an API key or the service on an object other than a session; sessions have their own
-- history. Rows are never updated; they are deleted only after the retention period.
CREATE TABLE audit_entry (
  merchant_id text NOT NULL,
  id text NOT NULL,
  mode text NOT NULL,
  action text NOT NULL,
  object_type text NOT NULL,
  object_id text NOT NULL,
  details jsonb NOT NULL,
  actor_kind text NOT NULL,
  actor_id text,
  request_id text,
  created_at timestamptz(3) NOT NULL,
  address text,

  CONSTRAINT audit_entry_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT audit_entry_mode CHECK (mode IN ('test', 'live')),
  CONSTRAINT audit_entry_details CHECK (jsonb_typeof(details) = 'object'),
  CONSTRAINT audit_entry_actor CHECK (actor_kind IN ('api_key', 'user', 'operator', 'system'))
);

CREATE INDEX audit_entry_newest ON audit_entry (merchant_id, mode, created_at DESC, id DESC);
CREATE INDEX audit_entry_of_object ON audit_entry (merchant_id, mode, object_id, created_at DESC, id DESC);
CREATE INDEX audit_entry_age ON audit_entry USING brin (created_at);
CREATE INDEX audit_entry_of_actor ON audit_entry (merchant_id, mode, actor_id, created_at DESC, id DESC);
CREATE INDEX audit_entry_of_type ON audit_entry (merchant_id, mode, object_type, created_at DESC, id DESC);

-- An action of an operator that concerns more than one merchant. Rows are never updated.
CREATE TABLE operator_action (
  id text NOT NULL,
  action text NOT NULL,
  details jsonb NOT NULL,
  operator text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT operator_action_pkey PRIMARY KEY (id)
);

-- The worker ------------------------------------------------------------------

-- A periodic task for all merchants that one worker runs at a time.
CREATE TABLE sweep (
  name text NOT NULL,
  due_at timestamptz(3) NOT NULL,
  lease_token text,
  leased_until timestamptz(3),

  CONSTRAINT sweep_pkey PRIMARY KEY (name),
  CONSTRAINT sweep_lease CHECK (num_nulls(lease_token, leased_until) IN (0, 2))
);

-- A running worker. The workers with a lease divide the merchants among themselves.
CREATE TABLE worker_lease (
  token text NOT NULL,
  leased_until timestamptz(3) NOT NULL,

  CONSTRAINT worker_lease_pkey PRIMARY KEY (token)
);
