-- The current cart moves into the row of its session, and an attempt has a row only once it is reserved.

-- AlterTable
ALTER TABLE "proxy_session" ADD COLUMN     "attempt_id" TEXT,
ADD COLUMN     "cart_set_at" TIMESTAMPTZ(3),
ADD COLUMN     "cart_snapshot" JSONB;

UPDATE "proxy_session" s
SET "attempt_id" = a."id", "cart_set_at" = c."created_at", "cart_snapshot" = c."cart_snapshot"
FROM "acquisition_attempt" a, "cart_revision" c
WHERE a."merchant_id" = s."merchant_id" AND a."proxy_session_id" = s."id" AND a."is_current"
  AND c."merchant_id" = s."merchant_id" AND c."proxy_session_id" = s."id"
  AND c."cart_version" = s."cart_version";

ALTER TABLE "proxy_session" ALTER COLUMN "attempt_id" SET NOT NULL,
ALTER COLUMN "cart_set_at" SET NOT NULL,
ALTER COLUMN "cart_snapshot" SET NOT NULL;

ALTER TABLE "proxy_session" ADD CONSTRAINT "proxy_session_cart" CHECK (jsonb_typeof("cart_snapshot") = 'object');

DELETE FROM "cart_revision" c USING "proxy_session" s
WHERE s."merchant_id" = c."merchant_id" AND s."id" = c."proxy_session_id"
  AND s."cart_version" = c."cart_version";

-- No index of payments begins with the attempt: each deleted attempt would be searched in all payments of its merchant.
-- DropForeignKey
ALTER TABLE "payment" DROP CONSTRAINT "payment_merchant_id_attempt_id_fkey";

-- DropForeignKey
ALTER TABLE "subscription" DROP CONSTRAINT "subscription_merchant_id_attempt_id_fkey";

DELETE FROM "acquisition_attempt" WHERE "status" = 'unreserved';

-- AddForeignKey
ALTER TABLE "payment" ADD CONSTRAINT "payment_merchant_id_attempt_id_fkey" FOREIGN KEY ("merchant_id", "attempt_id") REFERENCES "acquisition_attempt"("merchant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_merchant_id_attempt_id_fkey" FOREIGN KEY ("merchant_id", "attempt_id") REFERENCES "acquisition_attempt"("merchant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

ALTER TABLE "acquisition_attempt" DROP CONSTRAINT "acquisition_attempt_status";

ALTER TABLE "acquisition_attempt" ADD CONSTRAINT "acquisition_attempt_status" CHECK ("status" IN (
  'reserved', 'attached', 'confirmed', 'action_required', 'processing', 'unknown', 'succeeded',
  'integrity_failed', 'failed', 'canceled', 'expired', 'superseded'));
