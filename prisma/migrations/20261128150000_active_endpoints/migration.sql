-- The fan-out reads the active endpoints of a merchant for each event. It may have archived any number of others.
CREATE INDEX CONCURRENTLY "webhook_endpoint_active" ON "webhook_endpoint" ("merchant_id", "mode") WHERE status = 'active';
