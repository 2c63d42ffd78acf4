-- DropForeignKey
ALTER TABLE "unexpected_payment" DROP CONSTRAINT "unexpected_payment_merchant_id_attempt_id_fkey";

-- DropForeignKey
ALTER TABLE "unexpected_payment" DROP CONSTRAINT "unexpected_payment_merchant_id_proxy_session_id_fkey";

-- AlterTable
ALTER TABLE "acquisition_attempt" ALTER COLUMN "confirmed_amount_minor" SET DATA TYPE BIGINT,
ALTER COLUMN "confirmed_merchandise_subtotal_minor" SET DATA TYPE BIGINT;

-- AlterTable
ALTER TABLE "proxy_session" ALTER COLUMN "quote_amount_minor" SET DATA TYPE BIGINT,
ALTER COLUMN "final_amount_minor" SET DATA TYPE BIGINT;

-- CreateTable
CREATE TABLE "payment" (
    "merchant_id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "provider_object_id" TEXT NOT NULL,
    "provider_object_type" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "proxy_session_id" TEXT NOT NULL,
    "attempt_id" TEXT NOT NULL,
    "root_object_id" TEXT NOT NULL,
    "root_object_type" TEXT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "refunded_minor" BIGINT NOT NULL DEFAULT 0,
    "disputed_minor" BIGINT NOT NULL DEFAULT 0,
    "captured_at" TIMESTAMPTZ(3) NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_pkey" PRIMARY KEY ("merchant_id","mode","provider_object_id")
);

-- CreateIndex
CREATE INDEX "payment_of_session" ON "payment"("merchant_id", "proxy_session_id");

-- AddForeignKey
ALTER TABLE "payment" ADD CONSTRAINT "payment_merchant_id_attempt_id_fkey" FOREIGN KEY ("merchant_id", "attempt_id") REFERENCES "acquisition_attempt"("merchant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "payment" ADD CONSTRAINT "payment_merchant_id_proxy_session_id_fkey" FOREIGN KEY ("merchant_id", "proxy_session_id") REFERENCES "proxy_session"("merchant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "payment"
  ADD CONSTRAINT "payment_mode" CHECK ("mode" IN ('test', 'live')),
  ADD CONSTRAINT "payment_version" CHECK ("version" >= 1),
  ADD CONSTRAINT "payment_currency" CHECK ("currency" ~ '^[a-z]{3}$'),
  -- The amounts are exact as JSON numbers.
  ADD CONSTRAINT "payment_amounts" CHECK ("amount_minor" BETWEEN 0 AND 9007199254740991
    AND "refunded_minor" BETWEEN 0 AND 9007199254740991
    AND "disputed_minor" BETWEEN 0 AND 9007199254740991);

-- Earlier releases did not store the payment intent behind a checkout session or subscription: such a
-- row has the id of the root object, until the object is read from the provider again.
INSERT INTO "payment" (
  "merchant_id", "mode", "provider_object_id", "provider_object_type", "proxy_session_id",
  "attempt_id", "root_object_id", "root_object_type", "amount_minor", "currency",
  "captured_at", "recorded_at", "updated_at")
SELECT "merchant_id", "mode", "provider_object_id", "provider_object_type", "proxy_session_id",
  "attempt_id", "provider_object_id", "provider_object_type", "amount_minor", "currency",
  "recorded_at", "recorded_at", "recorded_at"
FROM "unexpected_payment";

-- An attempt that succeeded took money unless nothing was due. The final charge of a session is what
-- its first payment took; of another payment, only the confirmed amount is known.
INSERT INTO "payment" (
  "merchant_id", "mode", "provider_object_id", "provider_object_type", "proxy_session_id",
  "attempt_id", "root_object_id", "root_object_type", "amount_minor", "currency",
  "captured_at", "recorded_at", "updated_at")
SELECT a."merchant_id", a."mode", a."provider_root_object_id", a."provider_root_object_type",
  a."proxy_session_id", a."id", a."provider_root_object_id", a."provider_root_object_type",
  CASE WHEN f."is_final" THEN s."final_amount_minor" ELSE coalesce(a."confirmed_amount_minor", s."amount_minor") END,
  CASE WHEN f."is_final" THEN s."final_currency" ELSE coalesce(a."confirmed_currency", s."currency") END,
  f."at", f."at", f."at"
FROM "acquisition_attempt" a
JOIN "proxy_session" s ON s."merchant_id" = a."merchant_id" AND s."id" = a."proxy_session_id"
CROSS JOIN LATERAL (
  SELECT coalesce(a."completion_recorded_at", a."updated_at") AS "at",
    a."status_reason" IS DISTINCT FROM 'second_payment'
      AND coalesce(s."completed_attempt_id", a."id") = a."id" AS "is_final"
) f
WHERE a."provider_root_object_id" IS NOT NULL AND (
  (a."status" = 'succeeded' AND EXISTS (
    SELECT 1 FROM "history_entry" h
    WHERE h."merchant_id" = a."merchant_id" AND h."proxy_session_id" = a."proxy_session_id"
      AND h."action" = 'receive_exact_funds'))
  -- A completion without a payment is a mismatch too; its final charge is zero.
  OR (a."status" = 'integrity_failed' AND NOT (f."is_final" AND s."final_amount_minor" = 0)))
ON CONFLICT DO NOTHING;

-- DropTable
DROP TABLE "unexpected_payment";
