-- DropIndex
DROP INDEX "acquisition_attempt_to_check";

-- DropIndex
DROP INDEX "provider_cursor_due";

-- DropIndex
DROP INDEX "provider_event_due";

-- DropIndex
DROP INDEX "proxy_session_due";

-- AlterTable
ALTER TABLE "acquisition_attempt" ADD COLUMN     "lease_token" TEXT,
ADD COLUMN     "leased_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "proxy_session" ADD COLUMN     "lease_token" TEXT,
ADD COLUMN     "leased_until" TIMESTAMPTZ(3);

-- Read when it was made, as far as is known.
UPDATE "subscription" SET "last_synced_at" = "created_at" WHERE "last_synced_at" IS NULL;

-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "lease_token" TEXT,
ADD COLUMN     "leased_until" TIMESTAMPTZ(3),
ALTER COLUMN "last_synced_at" SET NOT NULL;

-- CreateIndex
CREATE INDEX "acquisition_attempt_to_check" ON "acquisition_attempt"("provider_check_at") WHERE (provider_check_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "acquisition_attempt_to_lose" ON "acquisition_attempt"("provider_retry_not_after") WHERE (status = 'reserved'::text);

-- CreateIndex
CREATE INDEX "provider_cursor_due" ON "provider_cursor"("due_at");

-- CreateIndex
CREATE INDEX "provider_event_due" ON "provider_event"("due_at", "occurred_at") WHERE (status = 'waiting'::text);

-- CreateIndex
CREATE INDEX "provider_event_to_replay" ON "provider_event"("due_at") WHERE ((status = 'parked'::text) AND (attempts <= 6));

-- CreateIndex
CREATE INDEX "proxy_session_due" ON "proxy_session"("expires_at") WHERE (status = ANY (ARRAY['created'::text, 'payer_handoff_pending'::text, 'payer_opened'::text]));

-- CreateIndex
CREATE INDEX "subscription_to_read" ON "subscription"("last_synced_at") WHERE (ended_at IS NULL);

-- CreateIndex
CREATE INDEX "subscription_to_renew" ON "subscription"("current_period_end") WHERE ((ended_at IS NULL) AND (last_synced_at < current_period_end));

-- Half a lease is none.
ALTER TABLE "proxy_session" ADD CONSTRAINT "proxy_session_lease" CHECK (num_nulls("lease_token", "leased_until") IN (0, 2));
ALTER TABLE "acquisition_attempt" ADD CONSTRAINT "acquisition_attempt_lease" CHECK (num_nulls("lease_token", "leased_until") IN (0, 2));
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_lease" CHECK (num_nulls("lease_token", "leased_until") IN (0, 2));
