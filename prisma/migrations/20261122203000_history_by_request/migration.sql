-- CreateIndex
CREATE INDEX "history_entry_of_request" ON "history_entry"("merchant_id", "request_id") WHERE (request_id IS NOT NULL);
