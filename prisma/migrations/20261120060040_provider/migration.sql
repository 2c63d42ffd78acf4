-- AlterTable
ALTER TABLE "acquisition_attempt" ADD COLUMN     "provider_check_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "provider_event" ADD COLUMN     "parked_for" TEXT;

-- CreateTable
CREATE TABLE "subscription" (
    "merchant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "proxy_session_id" TEXT NOT NULL,
    "attempt_id" TEXT NOT NULL,
    "psp_config_id" TEXT NOT NULL,
    "buyer_reference" TEXT NOT NULL,
    "psp" TEXT NOT NULL,
    "provider_subscription_id" TEXT NOT NULL,
    "provider_checkout_session_id" TEXT,
    "provider_customer_id" TEXT,
    "status" TEXT NOT NULL,
    "configuration_status" TEXT NOT NULL,
    "configuration_reason" TEXT,
    "cancel_at" TIMESTAMPTZ(3),
    "cancel_at_period_end" BOOLEAN NOT NULL,
    "current_period_start" TIMESTAMPTZ(3),
    "current_period_end" TIMESTAMPTZ(3),
    "trial_end" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "pause_collection_behavior" TEXT,
    "items" JSONB NOT NULL,
    "items_source_hash" TEXT,
    "items_updated_at" TIMESTAMPTZ(3),
    "latest_invoice_id" TEXT,
    "latest_invoice_amount_minor" BIGINT,
    "latest_invoice_currency" TEXT,
    "latest_payment_status" TEXT,
    "last_event_id" TEXT,
    "last_event_at" TIMESTAMPTZ(3),
    "last_synced_at" TIMESTAMPTZ(3),
    "sync_source" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subscription_pkey" PRIMARY KEY ("merchant_id","id")
);

-- CreateTable
CREATE TABLE "provider_cursor" (
    "merchant_id" TEXT NOT NULL,
    "psp_config_id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "read_until" TIMESTAMPTZ(3) NOT NULL,
    "gap_from" TIMESTAMPTZ(3),
    "gap_until" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_token" TEXT,
    "leased_until" TIMESTAMPTZ(3),

    CONSTRAINT "provider_cursor_pkey" PRIMARY KEY ("merchant_id","psp_config_id")
);

-- CreateIndex
CREATE INDEX "subscription_newest" ON "subscription"("merchant_id", "mode", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "subscription_provider_object" ON "subscription"("merchant_id", "mode", "provider_subscription_id");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_of_attempt" ON "subscription"("merchant_id", "attempt_id");

-- CreateIndex
CREATE INDEX "provider_cursor_due" ON "provider_cursor"("merchant_id", "due_at");

-- CreateIndex
CREATE INDEX "acquisition_attempt_to_check" ON "acquisition_attempt"("merchant_id", "provider_check_at") WHERE (provider_check_at IS NOT NULL);

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_merchant_id_attempt_id_fkey" FOREIGN KEY ("merchant_id", "attempt_id") REFERENCES "acquisition_attempt"("merchant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_merchant_id_proxy_session_id_fkey" FOREIGN KEY ("merchant_id", "proxy_session_id") REFERENCES "proxy_session"("merchant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the schema language cannot say: the values a column may hold.
ALTER TABLE "subscription"
  ADD CONSTRAINT "subscription_mode" CHECK ("mode" IN ('test', 'live')),
  ADD CONSTRAINT "subscription_version" CHECK ("version" >= 1),
  ADD CONSTRAINT "subscription_psp" CHECK ("psp" = 'provider'),
  ADD CONSTRAINT "subscription_configuration" CHECK ("configuration_status" IN ('unknown', 'supported', 'action_required')),
  ADD CONSTRAINT "subscription_configuration_reason" CHECK (("configuration_status" = 'action_required') = ("configuration_reason" IS NOT NULL)),
  ADD CONSTRAINT "subscription_items" CHECK (jsonb_typeof("items") = 'array' AND jsonb_array_length("items") <= 500),
  ADD CONSTRAINT "subscription_items_hash" CHECK ("items_source_hash" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "subscription_invoice" CHECK (num_nulls("latest_invoice_id", "latest_invoice_amount_minor", "latest_invoice_currency", "latest_payment_status") IN (0, 4)),
  ADD CONSTRAINT "subscription_sync_source" CHECK ("sync_source" IN ('event', 'sweep', 'payer', 'merchant'));

ALTER TABLE "provider_cursor"
  ADD CONSTRAINT "provider_cursor_mode" CHECK ("mode" IN ('test', 'live')),
  ADD CONSTRAINT "provider_cursor_lease" CHECK (num_nulls("lease_token", "leased_until") IN (0, 2)),
  ADD CONSTRAINT "provider_cursor_gap" CHECK (num_nulls("gap_from", "gap_until") IN (0, 2) AND "gap_from" <= "gap_until");
