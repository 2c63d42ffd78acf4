-- The row of a session repeats what views show of its current attempt, so that they read one row.

-- AlterTable
ALTER TABLE "proxy_session" ADD COLUMN     "attempt_checkout_ui_mode" TEXT,
ADD COLUMN     "attempt_integration_path" TEXT,
ADD COLUMN     "attempt_number" INTEGER,
ADD COLUMN     "attempt_pricing_mode" TEXT,
ADD COLUMN     "attempt_status" TEXT,
ADD COLUMN     "attempt_status_reason" TEXT;

UPDATE "proxy_session" s
SET "attempt_number" = a."attempt_number", "attempt_status" = a."status",
  "attempt_status_reason" = a."status_reason", "attempt_integration_path" = a."integration_path",
  "attempt_pricing_mode" = a."pricing_mode", "attempt_checkout_ui_mode" = a."checkout_ui_mode"
FROM "acquisition_attempt" a
WHERE a."merchant_id" = s."merchant_id" AND a."id" = s."attempt_id";
