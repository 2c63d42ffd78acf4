-- DropIndex
DROP INDEX "outbox_waiting_oldest_of_merchant";

-- AlterTable
ALTER TABLE "outbox_waiting" ADD COLUMN     "fanned_out_to" TEXT,
ADD COLUMN     "held" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "webhook_endpoint_queue" ADD COLUMN     "slow_responses" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "fan_out_failure" (
    "merchant_id" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "failed_at" TIMESTAMPTZ(3) NOT NULL,
    "retry_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "fan_out_failure_pkey" PRIMARY KEY ("merchant_id")
);

-- CreateIndex
CREATE INDEX "outbox_waiting_oldest_of_merchant" ON "outbox_waiting"("merchant_id", "created_at") WHERE (NOT held);

-- CreateIndex
CREATE INDEX "webhook_endpoint_queue_due_of_merchant" ON "webhook_endpoint_queue"("merchant_id", "due_at") WHERE (due_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "merchant_suspended" ON "merchant"("id") WHERE (suspended_at IS NOT NULL);

-- Check constraints
ALTER TABLE "webhook_endpoint_queue" ADD CONSTRAINT "webhook_endpoint_queue_slow_responses" CHECK ("slow_responses" BETWEEN 0 AND 2);

ALTER TABLE "outbox_waiting" ADD CONSTRAINT "outbox_waiting_held" CHECK (NOT "held" OR "fanned_out_to" IS NOT NULL);

ALTER TABLE "fan_out_failure" ADD CONSTRAINT "fan_out_failure_failures" CHECK ("failures" > 0);
