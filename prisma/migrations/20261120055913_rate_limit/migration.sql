-- CreateTable
CREATE UNLOGGED TABLE "rate_limit" (
    "merchant_id" TEXT NOT NULL,
    "bucket" TEXT NOT NULL,
    "tokens" DOUBLE PRECISION NOT NULL,
    "filled_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("merchant_id","bucket")
);

-- CreateIndex
CREATE INDEX "provider_event_parked" ON "provider_event"("merchant_id", "received_at") WHERE (status = 'parked'::text);

-- What the schema's language cannot say: the table is unlogged (above), for its loss costs nothing
ALTER TABLE "rate_limit"
  ADD CONSTRAINT "rate_limit_bucket" CHECK ("bucket" ~ '^[0-9a-f]{64}$');
