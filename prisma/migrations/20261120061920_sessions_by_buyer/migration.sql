-- CreateIndex
CREATE INDEX "proxy_session_newest_by_buyer" ON "proxy_session"("merchant_id", "mode", "buyer_reference", "created_at" DESC, "id" DESC);
