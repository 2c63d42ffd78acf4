-- AlterTable
ALTER TABLE "proxy_session" ADD COLUMN     "conflict_since" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "proxy_session_with_conflict" ON "proxy_session"("merchant_id", "mode", "created_at", "id") WHERE (conflict_since IS NOT NULL);

ALTER TABLE "proxy_session" ADD CONSTRAINT "proxy_session_conflict" CHECK (
  "conflict_since" IS NULL
  OR ("status" IN ('provisioned', 'provisioning_failed') AND "closed_at" IS NULL));
