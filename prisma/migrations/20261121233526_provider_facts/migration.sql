-- AlterTable
ALTER TABLE "acquisition_attempt" ADD COLUMN     "root_created_by" TEXT,
ADD COLUMN     "setup_intent_created_by" TEXT;

-- AlterTable
ALTER TABLE "provider_event" ADD COLUMN     "recorded_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "unexpected_payment" (
    "merchant_id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "provider_object_id" TEXT NOT NULL,
    "provider_object_type" TEXT NOT NULL,
    "proxy_session_id" TEXT NOT NULL,
    "attempt_id" TEXT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "unexpected_payment_pkey" PRIMARY KEY ("merchant_id","mode","provider_object_id")
);

-- CreateIndex
CREATE INDEX "unexpected_payment_of_session" ON "unexpected_payment"("merchant_id", "proxy_session_id");

-- AddForeignKey
ALTER TABLE "unexpected_payment" ADD CONSTRAINT "unexpected_payment_merchant_id_attempt_id_fkey" FOREIGN KEY ("merchant_id", "attempt_id") REFERENCES "acquisition_attempt"("merchant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "unexpected_payment" ADD CONSTRAINT "unexpected_payment_merchant_id_proxy_session_id_fkey" FOREIGN KEY ("merchant_id", "proxy_session_id") REFERENCES "proxy_session"("merchant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- An object that the payer page attached was created by it; all others belong to the merchant.
UPDATE "acquisition_attempt" a SET "root_created_by" = CASE WHEN EXISTS (
    SELECT 1 FROM "history_entry" h
    WHERE h."merchant_id" = a."merchant_id" AND h."proxy_session_id" = a."proxy_session_id"
      AND h."attempt_id" = a."id" AND h."action" = 'attach_root' AND h."actor_kind" = 'payer'
  ) THEN 'payer_page' ELSE 'merchant' END
WHERE "provider_root_object_id" IS NOT NULL;

UPDATE "acquisition_attempt" a SET "setup_intent_created_by" = CASE WHEN EXISTS (
    SELECT 1 FROM "history_entry" h
    WHERE h."merchant_id" = a."merchant_id" AND h."proxy_session_id" = a."proxy_session_id"
      AND h."attempt_id" = a."id" AND h."action" = 'attach_setup_intent' AND h."actor_kind" = 'payer'
  ) THEN 'payer_page' ELSE 'merchant' END
WHERE "provider_setup_intent_id" IS NOT NULL;

-- The reason of such an entry reads "<object id> took <minor units> <currency>".
INSERT INTO "unexpected_payment" (
  "merchant_id", "mode", "provider_object_id", "provider_object_type", "proxy_session_id",
  "attempt_id", "amount_minor", "currency", "recorded_at")
SELECT h."merchant_id", s."mode", split_part(h."reason", ' ', 1),
  CASE split_part(h."reason", '_', 1)
    WHEN 'cs' THEN 'checkout.session' WHEN 'sub' THEN 'subscription' ELSE 'payment_intent' END,
  h."proxy_session_id", h."attempt_id", split_part(h."reason", ' ', 3)::bigint,
  split_part(h."reason", ' ', 4), h."at"
FROM "history_entry" h
JOIN "proxy_session" s ON s."merchant_id" = h."merchant_id" AND s."id" = h."proxy_session_id"
WHERE h."action" = 'stray_payment' AND h."attempt_id" IS NOT NULL
  AND h."reason" ~ '^\S+ took \d+ [a-z]{3}$'
ON CONFLICT DO NOTHING;

UPDATE "history_entry" SET "action" = 'unexpected_payment' WHERE "action" = 'stray_payment';
UPDATE "history_entry" SET "action" = 'mark_unknown' WHERE "action" = 'lose_track';

UPDATE "provider_event" e SET "recorded_at" = h."at"
FROM "history_entry" h
WHERE h."merchant_id" = e."merchant_id" AND h."actor_kind" = 'provider'
  AND h."actor_id" = e."event_id" AND h."action" IN ('provider_refunded', 'provider_disputed');

ALTER TABLE "acquisition_attempt"
  ADD CONSTRAINT "acquisition_attempt_creators" CHECK ("root_created_by" IN ('payer_page', 'merchant') AND "setup_intent_created_by" IN ('payer_page', 'merchant')),
  ADD CONSTRAINT "acquisition_attempt_root_creator" CHECK (num_nulls("provider_root_object_id", "root_created_by") IN (0, 2)),
  ADD CONSTRAINT "acquisition_attempt_setup_intent_creator" CHECK (num_nulls("provider_setup_intent_id", "setup_intent_created_by") IN (0, 2));

ALTER TABLE "unexpected_payment"
  ADD CONSTRAINT "unexpected_payment_mode" CHECK ("mode" IN ('test', 'live')),
  ADD CONSTRAINT "unexpected_payment_amount" CHECK ("amount_minor" >= 0),
  ADD CONSTRAINT "unexpected_payment_currency" CHECK ("currency" ~ '^[a-z]{3}$');
