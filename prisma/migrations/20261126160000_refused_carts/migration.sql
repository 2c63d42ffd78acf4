-- CreateIndex
CREATE INDEX "acquisition_attempt_refused" ON "acquisition_attempt"("merchant_id", "mode", "created_at", "id") WHERE (status = 'failed'::text AND provider_root_object_id IS NULL AND is_current);
