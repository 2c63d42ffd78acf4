-- A buyer reference may be longer than an index entry. The index has its hash instead.
DROP INDEX "proxy_session_newest_by_buyer";
CREATE INDEX "proxy_session_newest_by_buyer" ON "proxy_session"("merchant_id", "mode", hashtextextended("buyer_reference", 0), "created_at" DESC, "id" DESC);
