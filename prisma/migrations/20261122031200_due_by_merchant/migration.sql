-- CreateIndex
CREATE INDEX "acquisition_attempt_to_check_of_merchant" ON "acquisition_attempt"("merchant_id", "provider_check_at") WHERE (provider_check_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "proxy_session_due_of_merchant" ON "proxy_session"("merchant_id", "expires_at") WHERE (status = ANY (ARRAY['created'::text, 'payer_handoff_pending'::text, 'payer_opened'::text]));
