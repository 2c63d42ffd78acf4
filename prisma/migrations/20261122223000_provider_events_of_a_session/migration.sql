-- CreateIndex
CREATE INDEX "provider_event_of_session" ON "provider_event"("merchant_id", "proxy_session_id") WHERE (proxy_session_id IS NOT NULL);
