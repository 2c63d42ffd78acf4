-- The foreign key of payments is checked for each attempt that the archive deletes.
CREATE INDEX CONCURRENTLY "payment_of_attempt" ON "payment"("merchant_id", "attempt_id");
