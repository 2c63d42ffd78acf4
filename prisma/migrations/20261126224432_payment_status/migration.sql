-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "dispute_closed_at" TIMESTAMPTZ(3),
ADD COLUMN     "dispute_due_by" TIMESTAMPTZ(3),
ADD COLUMN     "dispute_id" TEXT,
ADD COLUMN     "dispute_opened_at" TIMESTAMPTZ(3),
ADD COLUMN     "dispute_reason" TEXT,
ADD COLUMN     "dispute_status" TEXT;

-- AlterTable
ALTER TABLE "proxy_session" ADD COLUMN     "payment_status" TEXT NOT NULL DEFAULT 'unpaid';

-- CreateIndex
CREATE INDEX "payment_with_open_dispute" ON "payment"("merchant_id", "mode", "dispute_due_by", "provider_object_id") WHERE ((dispute_due_by IS NOT NULL) AND (dispute_closed_at IS NULL));

-- CreateIndex
CREATE INDEX "payment_with_closed_dispute" ON "payment"("merchant_id", "mode", "dispute_closed_at", "provider_object_id") WHERE (dispute_closed_at IS NOT NULL);

ALTER TABLE "payment" ADD CONSTRAINT "payment_dispute" CHECK (("dispute_opened_at" IS NULL) = ("dispute_id" IS NULL)
  AND ("dispute_id" IS NULL OR "dispute_status" IS NOT NULL)
  AND ("dispute_closed_at" IS NULL OR "dispute_id" IS NOT NULL));

ALTER TABLE "proxy_session" ADD CONSTRAINT "proxy_session_payment_status" CHECK ("payment_status" IN (
  'unpaid', 'paid', 'partially_refunded', 'refunded', 'disputed', 'dispute_under_review', 'dispute_lost'));

-- Earlier releases stored the amount of a dispute, and its end only in the history.
UPDATE "payment" SET "dispute_status" = 'lost'
WHERE "disputed_minor" > 0 AND ("merchant_id", "proxy_session_id") IN (
  SELECT "merchant_id", "proxy_session_id" FROM "history_entry" WHERE "action" = 'provider_dispute_lost');

-- A session with no dispute that may be open has the status of the payments that it keeps.
UPDATE "proxy_session" s SET "payment_status" = CASE
  WHEN p."open" THEN 'disputed'
  WHEN p."kept" = 0 THEN CASE WHEN p."lost" THEN 'dispute_lost' ELSE 'refunded' END
  WHEN p."whole" = p."kept" THEN 'paid'
  ELSE 'partially_refunded' END
FROM (
  SELECT "merchant_id", "proxy_session_id",
    bool_or("disputed_minor" > 0 AND "dispute_status" IS NULL) AS "open",
    bool_or("disputed_minor" > 0 AND "dispute_status" = 'lost') AS "lost",
    count(*) FILTER (WHERE "refunded_minor" + "disputed_minor" < "amount_minor") AS "kept",
    count(*) FILTER (WHERE "refunded_minor" + "disputed_minor" = 0 AND "amount_minor" > 0) AS "whole"
  FROM "payment" GROUP BY "merchant_id", "proxy_session_id") AS p
WHERE s."merchant_id" = p."merchant_id" AND s."id" = p."proxy_session_id";
