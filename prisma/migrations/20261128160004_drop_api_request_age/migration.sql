-- Retention reads the primary key. That of the previous version only becomes slower without this index, whose
-- ranges keep the times of deleted rows and soon match everything.
DROP INDEX CONCURRENTLY "api_request_age";
