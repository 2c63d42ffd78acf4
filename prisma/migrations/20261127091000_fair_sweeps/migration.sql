-- CreateIndex
CREATE INDEX "acquisition_attempt_to_lose_of_merchant" ON "acquisition_attempt"("merchant_id", "provider_retry_not_after") WHERE (status = 'reserved'::text);

-- CreateIndex
CREATE INDEX "provider_cursor_due_of_merchant" ON "provider_cursor"("merchant_id", "due_at");

-- CreateIndex
CREATE INDEX "subscription_to_read_of_merchant" ON "subscription"("merchant_id", "last_synced_at") WHERE (ended_at IS NULL);

-- CreateIndex
CREATE INDEX "subscription_to_renew_of_merchant" ON "subscription"("merchant_id", "current_period_end") WHERE ((ended_at IS NULL) AND (last_synced_at < current_period_end));
