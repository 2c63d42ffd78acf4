ALTER TABLE "proxy_session" DROP CONSTRAINT "proxy_session_payment_status";

ALTER TABLE "proxy_session" ADD CONSTRAINT "proxy_session_payment_status" CHECK ("payment_status" IN (
  'unpaid', 'paid', 'partially_refunded', 'inquiry', 'refunded', 'disputed', 'dispute_under_review', 'dispute_lost'));

-- Earlier releases stored the amount of an inquiry as disputed, although it withdraws no money.
UPDATE "proxy_session" s SET "payment_status" = CASE
  WHEN p."kept" = 0 THEN 'refunded'
  WHEN p."asked" THEN 'inquiry'
  WHEN p."whole" = p."kept" THEN 'paid'
  ELSE 'partially_refunded' END
FROM (
  SELECT "merchant_id", "proxy_session_id",
    bool_or("dispute_status" = 'warning_needs_response' AND "refunded_minor" < "amount_minor") AS "asked",
    count(*) FILTER (WHERE "refunded_minor" < "amount_minor") AS "kept",
    count(*) FILTER (WHERE "refunded_minor" = 0) AS "whole"
  FROM "payment" GROUP BY "merchant_id", "proxy_session_id"
  HAVING bool_or(coalesce("dispute_status" LIKE 'warning\_%', false) AND "disputed_minor" > 0)
    AND bool_and("disputed_minor" = 0 OR coalesce("dispute_status" LIKE 'warning\_%', false))) AS p
WHERE s."merchant_id" = p."merchant_id" AND s."id" = p."proxy_session_id";

UPDATE "payment" SET "disputed_minor" = 0 WHERE "dispute_status" LIKE 'warning\_%' AND "disputed_minor" > 0;

-- Until now the emails about disputes included those about inquiries.
UPDATE "notification_setting" SET "kinds" = array_append("kinds", 'open_inquiry')
WHERE 'open_dispute' = ANY ("kinds") AND NOT 'open_inquiry' = ANY ("kinds");
