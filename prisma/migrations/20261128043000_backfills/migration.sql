-- How far a backfill has filled the rows of all merchants.
CREATE TABLE "backfill" (
    "name" TEXT NOT NULL,
    "current_merchant_id" TEXT,
    "position" TEXT[],
    "rows" BIGINT NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "backfill_pkey" PRIMARY KEY ("name")
);
