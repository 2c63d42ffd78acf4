-- CreateIndex
CREATE INDEX "acquisition_attempt_unfinished" ON "acquisition_attempt"("merchant_id", "mode", "merchant_psp_config_id", "integration_path") WHERE (status = ANY (ARRAY['reserved'::text, 'attached'::text, 'confirmed'::text, 'action_required'::text, 'processing'::text, 'unknown'::text]));
