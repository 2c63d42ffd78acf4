-- For claims, which take live events of a merchant before its test events.
CREATE INDEX CONCURRENTLY "provider_event_due_of_mode" ON "provider_event" ("merchant_id", "mode", "due_at", "received_at")
    WHERE status IN ('waiting', 'parked');
