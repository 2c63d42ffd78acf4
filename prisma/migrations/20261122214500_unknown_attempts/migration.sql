-- CreateIndex
CREATE INDEX "acquisition_attempt_unknown" ON "acquisition_attempt"("merchant_id", "mode", "created_at", "id") WHERE (status = 'unknown'::text);
