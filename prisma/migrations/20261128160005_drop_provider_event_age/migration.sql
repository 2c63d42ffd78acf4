-- Retention reads provider_event_finished. That of the previous version only becomes slower without this index, whose
-- ranges keep the times of deleted rows and soon match everything.
DROP INDEX CONCURRENTLY "provider_event_age";
