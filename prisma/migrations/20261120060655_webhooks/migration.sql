-- DropIndex
DROP INDEX "outbox_event_waiting";

-- AlterTable
ALTER TABLE "outbox_event" ALTER COLUMN "payload" SET DATA TYPE JSON;

-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "merchant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "event_types" TEXT[],
    "event_schema_version" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "inactive_reason" TEXT,
    "inactive_since" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "signing_secret_sealed" BYTEA NOT NULL,
    "previous_signing_secret_sealed" BYTEA,
    "previous_signing_secret_expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("merchant_id","id")
);

-- CreateTable
CREATE TABLE "webhook_lane" (
    "merchant_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "lane" INTEGER NOT NULL,
    "due_at" TIMESTAMPTZ(6),
    "wakes" INTEGER NOT NULL DEFAULT 0,
    "failing" BOOLEAN NOT NULL DEFAULT false,
    "lease_token" TEXT,
    "leased_until" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_lane_pkey" PRIMARY KEY ("merchant_id","endpoint_id","lane")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "merchant_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "lane" INTEGER NOT NULL,
    "sequence" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "attempts_before" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "http_status" INTEGER,
    "failure" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("merchant_id","endpoint_id","event_id")
);

-- CreateTable
CREATE TABLE "delivery_attempt" (
    "merchant_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "http_status" INTEGER,
    "failure" TEXT,
    "response_body" TEXT NOT NULL,

    CONSTRAINT "delivery_attempt_pkey" PRIMARY KEY ("merchant_id","endpoint_id","event_id","number")
);

-- CreateTable
CREATE TABLE "sweep" (
    "name" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_token" TEXT,
    "leased_until" TIMESTAMPTZ(3),

    CONSTRAINT "sweep_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "webhook_endpoint_newest" ON "webhook_endpoint"("merchant_id", "mode", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_lane_due" ON "webhook_lane"("due_at") WHERE (due_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "webhook_delivery_waiting" ON "webhook_delivery"("merchant_id", "endpoint_id", "lane", "due_at", "sequence") WHERE (status = 'waiting'::text);

-- CreateIndex
CREATE INDEX "webhook_delivery_newest" ON "webhook_delivery"("merchant_id", "endpoint_id", "created_at" DESC, "event_id" DESC);

-- CreateIndex
CREATE INDEX "webhook_delivery_age" ON "webhook_delivery" USING BRIN ("created_at");

-- CreateIndex
CREATE INDEX "delivery_attempt_age" ON "delivery_attempt" USING BRIN ("at");

-- CreateIndex
CREATE INDEX "outbox_event_waiting" ON "outbox_event"("created_at") WHERE (fanned_out_at IS NULL);

-- CreateIndex
CREATE INDEX "provider_event_age" ON "provider_event" USING BRIN ("received_at");

-- AddForeignKey
ALTER TABLE "webhook_lane" ADD CONSTRAINT "webhook_lane_merchant_id_endpoint_id_fkey" FOREIGN KEY ("merchant_id", "endpoint_id") REFERENCES "webhook_endpoint"("merchant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot say.

ALTER TABLE "webhook_endpoint"
  ADD CONSTRAINT "webhook_endpoint_mode" CHECK ("mode" IN ('test', 'live')),
  ADD CONSTRAINT "webhook_endpoint_status" CHECK ("status" IN ('active', 'inactive', 'archived')),
  ADD CONSTRAINT "webhook_endpoint_url" CHECK ("url" ~ '^https?://' AND char_length("url") <= 2048),
  ADD CONSTRAINT "webhook_endpoint_version" CHECK ("event_schema_version" ~ '^\d{4}-\d{2}-\d{2}$'),
  ADD CONSTRAINT "webhook_endpoint_inactive" CHECK (
    "inactive_reason" IS NULL OR ("inactive_reason" IN ('gone', 'failing') AND "status" = 'inactive')),
  ADD CONSTRAINT "webhook_endpoint_previous_secret" CHECK (
    num_nulls("previous_signing_secret_sealed", "previous_signing_secret_expires_at") IN (0, 2));

-- Two lanes, two requests in flight.
ALTER TABLE "webhook_lane"
  ADD CONSTRAINT "webhook_lane_number" CHECK ("lane" IN (0, 1)),
  ADD CONSTRAINT "webhook_lane_lease" CHECK (num_nulls("lease_token", "leased_until") IN (0, 2));

ALTER TABLE "webhook_delivery"
  ADD CONSTRAINT "webhook_delivery_lane" CHECK ("lane" IN (0, 1)),
  ADD CONSTRAINT "webhook_delivery_status" CHECK ("status" IN ('waiting', 'succeeded', 'failed', 'canceled')),
  ADD CONSTRAINT "webhook_delivery_attempts" CHECK ("attempts_before" BETWEEN 0 AND "attempts"),
  ADD CONSTRAINT "webhook_delivery_finished" CHECK (("status" = 'waiting') = ("finished_at" IS NULL)),
  ADD CONSTRAINT "webhook_delivery_outcome" CHECK (num_nonnulls("http_status", "failure") <= 1);

ALTER TABLE "delivery_attempt"
  ADD CONSTRAINT "delivery_attempt_number" CHECK ("number" >= 1),
  ADD CONSTRAINT "delivery_attempt_outcome" CHECK (num_nonnulls("http_status", "failure") = 1),
  ADD CONSTRAINT "delivery_attempt_body" CHECK (octet_length("response_body") <= 65536);

ALTER TABLE "sweep"
  ADD CONSTRAINT "sweep_lease" CHECK (num_nulls("lease_token", "leased_until") IN (0, 2));
