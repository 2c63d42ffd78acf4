-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "dispute_closed_at" TIMESTAMPTZ(3),
ADD COLUMN     "dispute_due_by" TIMESTAMPTZ(3),
ADD COLUMN     "disputes" JSONB;

-- CreateIndex
CREATE INDEX "subscription_with_open_dispute" ON "subscription"("merchant_id", "mode", "dispute_due_by") WHERE (dispute_due_by IS NOT NULL);

-- CreateIndex
CREATE INDEX "subscription_with_closed_dispute" ON "subscription"("merchant_id", "mode", "dispute_closed_at") WHERE (dispute_closed_at IS NOT NULL);

ALTER TABLE "subscription" ADD CONSTRAINT "subscription_disputes" CHECK ("disputes" IS NULL OR jsonb_typeof("disputes") = 'array');

ALTER TABLE "subscription" ADD CONSTRAINT "subscription_dispute_times" CHECK ("disputes" IS NOT NULL OR ("dispute_due_by" IS NULL AND "dispute_closed_at" IS NULL));
