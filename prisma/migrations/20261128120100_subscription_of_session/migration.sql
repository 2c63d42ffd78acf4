-- The foreign key of subscriptions is checked for each session that the archive deletes.
CREATE INDEX CONCURRENTLY "subscription_of_session" ON "subscription"("merchant_id", "proxy_session_id");
