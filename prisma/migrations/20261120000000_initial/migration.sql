-- CreateTable
CREATE TABLE "outbox_event" (
    "merchant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "proxy_session_id" TEXT,
    "sequence" INTEGER NOT NULL,
    "payload" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "fanned_out_at" TIMESTAMPTZ(3),

    CONSTRAINT "outbox_event_pkey" PRIMARY KEY ("merchant_id","id")
);

-- CreateTable
CREATE TABLE "idempotency_record" (
    "merchant_id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "outcome" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_record_pkey" PRIMARY KEY ("merchant_id","mode","method","path","key")
);

-- CreateTable
CREATE TABLE "merchant" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "merchant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "merchant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "key_hash" TEXT NOT NULL,
    "last_four" TEXT NOT NULL,
    "public_value" TEXT,
    "scopes" TEXT[],
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("merchant_id","id")
);

-- CreateTable
CREATE TABLE "psp_config" (
    "merchant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "psp" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "api_url" TEXT NOT NULL,
    "script_url" TEXT NOT NULL,
    "publishable_key" TEXT NOT NULL,
    "secret_key_sealed" BYTEA NOT NULL,
    "webhook_secret_sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "psp_config_pkey" PRIMARY KEY ("merchant_id","id")
);

-- CreateTable
CREATE TABLE "provider_event" (
    "merchant_id" TEXT NOT NULL,
    "psp_config_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "status" TEXT NOT NULL,
    "note" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_token" TEXT,
    "leased_until" TIMESTAMPTZ(3),
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "proxy_session_id" TEXT,

    CONSTRAINT "provider_event_pkey" PRIMARY KEY ("merchant_id","psp_config_id","event_id")
);

-- CreateTable
CREATE TABLE "acquisition_attempt" (
    "merchant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "proxy_session_id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "attempt_number" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "status_reason" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "is_current" BOOLEAN NOT NULL,
    "merchant_psp_config_id" TEXT,
    "psp" TEXT NOT NULL,
    "commercial_mode" TEXT NOT NULL,
    "integration_path" TEXT NOT NULL,
    "pricing_mode" TEXT NOT NULL,
    "checkout_ui_mode" TEXT,
    "direct_subscription_source" TEXT,
    "merchandise_subtotal_minor" INTEGER,
    "direct_fee_basis_source" TEXT,
    "direct_merchandise_currency" TEXT,
    "direct_merchandise_subtotal_minor" INTEGER,
    "reserved_cart_version" INTEGER,
    "provider_options_fingerprint" TEXT,
    "provider_retry_not_after" TIMESTAMPTZ(3),
    "provider_root_object_id" TEXT,
    "provider_root_object_type" TEXT,
    "provider_setup_intent_id" TEXT,
    "provider_customer_id" TEXT,
    "provider_created_at" TIMESTAMPTZ(3),
    "confirmed_amount_minor" INTEGER,
    "confirmed_currency" TEXT,
    "confirmed_cart_version" INTEGER,
    "confirmed_evidence_sha256" TEXT,
    "confirmed_merchandise_subtotal_minor" INTEGER,
    "confirmed_at" TIMESTAMPTZ(3),
    "completion_recorded_at" TIMESTAMPTZ(3),
    "supersedes_attempt_id" TEXT,
    "supersede_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "acquisition_attempt_pkey" PRIMARY KEY ("merchant_id","id")
);

-- CreateTable
CREATE TABLE "proxy_session" (
    "merchant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "integration_mode" TEXT NOT NULL,
    "buyer_reference" TEXT NOT NULL,
    "payer_email" TEXT,
    "payer_phone" TEXT,
    "beneficiary_email" TEXT,
    "beneficiary_phone" TEXT,
    "metadata" JSONB NOT NULL,
    "payer_destination_url" TEXT,
    "idempotency_key" TEXT,
    "amount_minor" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "cart_version" INTEGER NOT NULL,
    "quote_amount_minor" INTEGER NOT NULL,
    "quote_currency" TEXT NOT NULL,
    "quote_cart_version" INTEGER NOT NULL,
    "quote_observed_at" TIMESTAMPTZ(3) NOT NULL,
    "final_amount_minor" INTEGER NOT NULL,
    "final_currency" TEXT NOT NULL,
    "final_cart_version" INTEGER NOT NULL,
    "finalized_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_attempt_id" TEXT,
    "provider_checkout_session_id" TEXT,
    "provider_checkout_session_psp" TEXT,
    "fulfillment_reference" TEXT,
    "fulfillment_metadata" JSONB,
    "failure_code" TEXT,
    "failure_message" TEXT,
    "failure_metadata" JSONB,
    "event_sequence" INTEGER NOT NULL DEFAULT 0,
    "history_sequence" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "proxy_session_pkey" PRIMARY KEY ("merchant_id","id")
);

-- CreateTable
CREATE TABLE "cart_revision" (
    "merchant_id" TEXT NOT NULL,
    "proxy_session_id" TEXT NOT NULL,
    "cart_version" INTEGER NOT NULL,
    "amount_minor" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "cart_snapshot" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cart_revision_pkey" PRIMARY KEY ("merchant_id","proxy_session_id","cart_version")
);

-- CreateTable
CREATE TABLE "history_entry" (
    "merchant_id" TEXT NOT NULL,
    "proxy_session_id" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "attempt_id" TEXT,
    "action" TEXT NOT NULL,
    "from_status" TEXT,
    "to_status" TEXT,
    "reason" TEXT,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "request_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "history_entry_pkey" PRIMARY KEY ("merchant_id","proxy_session_id","sequence")
);

-- CreateIndex
CREATE INDEX "outbox_event_waiting" ON "outbox_event"("merchant_id", "created_at") WHERE (fanned_out_at IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "outbox_event_sequence" ON "outbox_event"("merchant_id", "proxy_session_id", "sequence");

-- CreateIndex
CREATE INDEX "idempotency_record_age" ON "idempotency_record"("merchant_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_key_hash_key" ON "api_key"("key_hash");

-- CreateIndex
CREATE UNIQUE INDEX "psp_config_id_key" ON "psp_config"("id");

-- CreateIndex
CREATE UNIQUE INDEX "psp_config_one_active" ON "psp_config"("merchant_id", "mode", "psp") WHERE (status = 'active'::text);

-- CreateIndex
CREATE INDEX "provider_event_due" ON "provider_event"("merchant_id", "due_at") WHERE (status = 'waiting'::text);

-- CreateIndex
CREATE INDEX "provider_event_of_object" ON "provider_event"("merchant_id", "psp_config_id", "object_id");

-- CreateIndex
CREATE UNIQUE INDEX "acquisition_attempt_merchant_id_proxy_session_id_attempt_nu_key" ON "acquisition_attempt"("merchant_id", "proxy_session_id", "attempt_number");

-- CreateIndex
CREATE UNIQUE INDEX "acquisition_attempt_one_current" ON "acquisition_attempt"("merchant_id", "proxy_session_id") WHERE (is_current);

-- CreateIndex
CREATE UNIQUE INDEX "acquisition_attempt_one_succeeded" ON "acquisition_attempt"("merchant_id", "proxy_session_id") WHERE (status = 'succeeded'::text);

-- CreateIndex
CREATE UNIQUE INDEX "acquisition_attempt_root_object" ON "acquisition_attempt"("merchant_id", "mode", "provider_root_object_id");

-- CreateIndex
CREATE UNIQUE INDEX "acquisition_attempt_setup_intent" ON "acquisition_attempt"("merchant_id", "mode", "provider_setup_intent_id");

-- CreateIndex
CREATE INDEX "proxy_session_newest" ON "proxy_session"("merchant_id", "mode", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "proxy_session_newest_by_status" ON "proxy_session"("merchant_id", "mode", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "proxy_session_due" ON "proxy_session"("merchant_id", "expires_at") WHERE (status = ANY (ARRAY['created'::text, 'payer_handoff_pending'::text, 'payer_opened'::text]));

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "psp_config" ADD CONSTRAINT "psp_config_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "acquisition_attempt" ADD CONSTRAINT "acquisition_attempt_merchant_id_merchant_psp_config_id_fkey" FOREIGN KEY ("merchant_id", "merchant_psp_config_id") REFERENCES "psp_config"("merchant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "acquisition_attempt" ADD CONSTRAINT "acquisition_attempt_merchant_id_proxy_session_id_fkey" FOREIGN KEY ("merchant_id", "proxy_session_id") REFERENCES "proxy_session"("merchant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "proxy_session" ADD CONSTRAINT "proxy_session_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cart_revision" ADD CONSTRAINT "cart_revision_merchant_id_proxy_session_id_fkey" FOREIGN KEY ("merchant_id", "proxy_session_id") REFERENCES "proxy_session"("merchant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "history_entry" ADD CONSTRAINT "history_entry_merchant_id_proxy_session_id_fkey" FOREIGN KEY ("merchant_id", "proxy_session_id") REFERENCES "proxy_session"("merchant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the schema language cannot say: the values a column may hold.
ALTER TABLE "api_key"
  ADD CONSTRAINT "api_key_mode" CHECK ("mode" IN ('test', 'live')),
  ADD CONSTRAINT "api_key_kind" CHECK ("kind" IN ('secret', 'publishable')),
  ADD CONSTRAINT "api_key_hash" CHECK ("key_hash" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "api_key_public_value" CHECK (("public_value" IS NOT NULL) = ("kind" = 'publishable'));

ALTER TABLE "psp_config"
  ADD CONSTRAINT "psp_config_mode" CHECK ("mode" IN ('test', 'live')),
  ADD CONSTRAINT "psp_config_psp" CHECK ("psp" = 'provider'),
  ADD CONSTRAINT "psp_config_status" CHECK ("status" IN ('active', 'retired'));

ALTER TABLE "proxy_session"
  ADD CONSTRAINT "proxy_session_mode" CHECK ("mode" IN ('test', 'live')),
  ADD CONSTRAINT "proxy_session_status" CHECK ("status" IN (
    'created', 'payer_handoff_pending', 'payer_opened', 'payment_processing', 'paid',
    'provisionable', 'payment_conflicted', 'provisioned', 'provisioning_failed', 'expired',
    'canceled')),
  ADD CONSTRAINT "proxy_session_version" CHECK ("version" >= 1),
  ADD CONSTRAINT "proxy_session_amount" CHECK ("amount_minor" >= 0 AND "quote_amount_minor" >= 0 AND "final_amount_minor" >= 0),
  ADD CONSTRAINT "proxy_session_currency" CHECK ("currency" ~ '^[a-z]{3}$' AND "quote_currency" ~ '^[a-z]{3}$' AND "final_currency" ~ '^[a-z]{3}$'),
  ADD CONSTRAINT "proxy_session_cart_version" CHECK ("cart_version" >= 1 AND "quote_cart_version" BETWEEN 1 AND "cart_version" AND "final_cart_version" BETWEEN 1 AND "cart_version"),
  ADD CONSTRAINT "proxy_session_completion" CHECK ("status" NOT IN ('paid', 'provisionable', 'provisioned', 'provisioning_failed') OR "completed_attempt_id" IS NOT NULL),
  ADD CONSTRAINT "proxy_session_sequence" CHECK ("event_sequence" >= 0);

ALTER TABLE "cart_revision"
  ADD CONSTRAINT "cart_revision_version" CHECK ("cart_version" >= 1),
  ADD CONSTRAINT "cart_revision_amount" CHECK ("amount_minor" >= 0),
  ADD CONSTRAINT "cart_revision_currency" CHECK ("currency" ~ '^[a-z]{3}$'),
  ADD CONSTRAINT "cart_revision_snapshot" CHECK (jsonb_typeof("cart_snapshot") = 'object');

ALTER TABLE "acquisition_attempt"
  ADD CONSTRAINT "acquisition_attempt_mode" CHECK ("mode" IN ('test', 'live')),
  ADD CONSTRAINT "acquisition_attempt_status" CHECK ("status" IN (
    'unreserved', 'reserved', 'attached', 'confirmed', 'action_required', 'processing', 'unknown',
    'succeeded', 'integrity_failed', 'failed', 'canceled', 'expired', 'superseded')),
  ADD CONSTRAINT "acquisition_attempt_number" CHECK ("attempt_number" >= 1),
  ADD CONSTRAINT "acquisition_attempt_version" CHECK ("version" >= 1),
  ADD CONSTRAINT "acquisition_attempt_psp" CHECK ("psp" = 'provider'),
  ADD CONSTRAINT "acquisition_attempt_commercial_mode" CHECK ("commercial_mode" IN ('one_time', 'subscription')),
  ADD CONSTRAINT "acquisition_attempt_path" CHECK ("integration_path" IN ('checkout_session', 'payment_intent', 'direct_subscription')),
  ADD CONSTRAINT "acquisition_attempt_pricing" CHECK ("pricing_mode" IN ('fixed', 'provider_finalized')),
  ADD CONSTRAINT "acquisition_attempt_ui_mode" CHECK ("checkout_ui_mode" IN ('hosted', 'embedded', 'custom')),
  ADD CONSTRAINT "acquisition_attempt_source" CHECK ("direct_subscription_source" IN ('setup_intent', 'saved_payment_method')),
  ADD CONSTRAINT "acquisition_attempt_fingerprint" CHECK ("provider_options_fingerprint" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "acquisition_attempt_evidence" CHECK ("confirmed_evidence_sha256" ~ '^[0-9a-f]{64}$'),
  -- A reservation is whole: either nothing of it is there, or all.
  ADD CONSTRAINT "acquisition_attempt_reservation" CHECK (
    num_nulls("merchant_psp_config_id", "reserved_cart_version", "provider_options_fingerprint", "provider_retry_not_after") IN (0, 4)
    AND ("provider_options_fingerprint" IS NOT NULL OR "status" IN ('unreserved', 'canceled', 'expired'))),
  ADD CONSTRAINT "acquisition_attempt_root" CHECK (
    num_nulls("provider_root_object_id", "provider_root_object_type") IN (0, 2)
    AND ("provider_root_object_id" IS NOT NULL OR "status" NOT IN ('attached', 'confirmed'))),
  -- A confirmed attempt represents a charge, and says which.
  ADD CONSTRAINT "acquisition_attempt_confirmation" CHECK (
    num_nulls("confirmed_amount_minor", "confirmed_currency", "confirmed_cart_version", "confirmed_evidence_sha256", "confirmed_at") IN (0, 5)
    AND ("confirmed_at" IS NOT NULL OR "status" <> 'confirmed')),
  ADD CONSTRAINT "acquisition_attempt_amounts" CHECK ("confirmed_amount_minor" >= 0 AND "confirmed_merchandise_subtotal_minor" >= 0 AND "merchandise_subtotal_minor" >= 0 AND "direct_merchandise_subtotal_minor" >= 0),
  ADD CONSTRAINT "acquisition_attempt_completion" CHECK (("status" = 'succeeded') <= ("completion_recorded_at" IS NOT NULL)),
  ADD CONSTRAINT "acquisition_attempt_superseded" CHECK (NOT ("is_current" AND "status" = 'superseded'));

ALTER TABLE "history_entry"
  ADD CONSTRAINT "history_entry_actor" CHECK ("actor_kind" IN ('api_key', 'user', 'payer', 'provider', 'system'));

ALTER TABLE "outbox_event"
  ADD CONSTRAINT "outbox_event_mode" CHECK ("mode" IN ('test', 'live')),
  ADD CONSTRAINT "outbox_event_sequence_positive" CHECK (("proxy_session_id" IS NULL AND "sequence" = 0) OR "sequence" >= 1);

ALTER TABLE "idempotency_record"
  ADD CONSTRAINT "idempotency_record_mode" CHECK ("mode" IN ('test', 'live')),
  ADD CONSTRAINT "idempotency_record_key" CHECK (char_length("key") BETWEEN 1 AND 255),
  ADD CONSTRAINT "idempotency_record_fingerprint" CHECK ("fingerprint" ~ '^[0-9a-f]{64}$');

ALTER TABLE "provider_event"
  ADD CONSTRAINT "provider_event_mode" CHECK ("mode" IN ('test', 'live')),
  ADD CONSTRAINT "provider_event_status" CHECK ("status" IN ('waiting', 'applied', 'ignored', 'parked', 'failed')),
  ADD CONSTRAINT "provider_event_lease" CHECK (num_nulls("lease_token", "leased_until") IN (0, 2));
