-- AlterTable
ALTER TABLE "proxy_session" ADD COLUMN     "carts_removed_at" TIMESTAMPTZ(3),
ADD COLUMN     "closed_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "audit_entry_age" ON "audit_entry" USING BRIN ("created_at");

-- CreateIndex
CREATE INDEX "proxy_session_with_contacts" ON "proxy_session"("closed_at") WHERE ((closed_at IS NOT NULL) AND (num_nonnulls(payer_email, payer_phone, beneficiary_email, beneficiary_phone) > 0));

-- CreateIndex
CREATE INDEX "proxy_session_with_carts" ON "proxy_session"("closed_at") WHERE ((closed_at IS NOT NULL) AND (carts_removed_at IS NULL));

-- CreateIndex
CREATE INDEX "subscription_live_of_session" ON "subscription"("merchant_id", "proxy_session_id") WHERE (ended_at IS NULL);

-- Sessions that are closed already: only a session that can take no more money is.
UPDATE "proxy_session" s SET "closed_at" = s."updated_at"
FROM "acquisition_attempt" a
WHERE a."merchant_id" = s."merchant_id" AND a."proxy_session_id" = s."id" AND a."is_current"
  AND s."status" IN ('provisioned', 'provisioning_failed', 'expired', 'canceled')
  AND a."status" IN ('unreserved', 'succeeded', 'integrity_failed', 'failed', 'canceled', 'expired');

ALTER TABLE "proxy_session" ADD CONSTRAINT "proxy_session_closed" CHECK (
  "closed_at" IS NULL OR "status" IN ('provisioned', 'provisioning_failed', 'expired', 'canceled'));
