-- CreateTable
CREATE TABLE "outbox_waiting" (
    "merchant_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "outbox_waiting_pkey" PRIMARY KEY ("merchant_id","event_id")
);

-- What waits goes on waiting.
INSERT INTO "outbox_waiting" ("merchant_id", "event_id", "created_at")
SELECT "merchant_id", "id", "created_at" FROM "outbox_event" WHERE "fanned_out_at" IS NULL;

-- CreateIndex
CREATE INDEX "outbox_waiting_oldest" ON "outbox_waiting"("created_at");

-- DropIndex
DROP INDEX "outbox_event_waiting";

-- AlterTable
ALTER TABLE "outbox_event" DROP COLUMN "fanned_out_at";

-- DropIndex
DROP INDEX "webhook_delivery_newest";

-- AlterTable
ALTER TABLE "webhook_delivery" ADD COLUMN     "attempted_at" TIMESTAMPTZ(3),
ADD COLUMN     "duration_ms" INTEGER,
ADD COLUMN     "response_body" TEXT;

-- The last attempt moves into its delivery.
UPDATE "webhook_delivery" d
SET "attempted_at" = a."at", "duration_ms" = a."duration_ms", "response_body" = a."response_body",
    "http_status" = a."http_status", "failure" = a."failure"
FROM "delivery_attempt" a
WHERE a."merchant_id" = d."merchant_id" AND a."endpoint_id" = d."endpoint_id"
  AND a."event_id" = d."event_id" AND a."number" = d."attempts";

DELETE FROM "delivery_attempt" a USING "webhook_delivery" d
WHERE a."merchant_id" = d."merchant_id" AND a."endpoint_id" = d."endpoint_id"
  AND a."event_id" = d."event_id" AND a."number" = d."attempts";

-- What Prisma cannot say.

ALTER TABLE "webhook_delivery"
  ADD CONSTRAINT "webhook_delivery_attempted" CHECK (
    num_nulls("attempted_at", "duration_ms", "response_body") IN (0, 3)),
  ADD CONSTRAINT "webhook_delivery_body" CHECK (octet_length("response_body") <= 65536);

-- Rows come and go all the time.
ALTER TABLE "outbox_waiting" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
ALTER TABLE "webhook_lane" SET (fillfactor = 50);
