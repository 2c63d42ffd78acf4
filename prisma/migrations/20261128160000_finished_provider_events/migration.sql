-- For retention, which reads the events of one merchant after another that may be deleted.
CREATE INDEX CONCURRENTLY "provider_event_finished" ON "provider_event" ("merchant_id", "received_at")
    WHERE status IN ('applied', 'ignored', 'failed');
