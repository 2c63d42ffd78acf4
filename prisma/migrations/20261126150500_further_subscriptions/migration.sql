-- An attempt can have a second subscription, which is a conflict.
DROP INDEX "subscription_of_attempt";
CREATE INDEX "subscription_of_attempt" ON "subscription"("merchant_id", "attempt_id");
