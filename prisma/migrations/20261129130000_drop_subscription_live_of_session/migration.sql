-- subscription_of_session has the same columns.
DROP INDEX CONCURRENTLY "subscription_live_of_session";
