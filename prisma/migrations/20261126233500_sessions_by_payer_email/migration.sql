-- The sessions of a payer, by their email in any case. An index entry has the hash, like that of a buyer reference.
CREATE INDEX "proxy_session_newest_by_payer" ON "proxy_session"("merchant_id", "mode", hashtextextended(lower("payer_email"), 0), "created_at" DESC, "id" DESC) WHERE ("payer_email" IS NOT NULL);
