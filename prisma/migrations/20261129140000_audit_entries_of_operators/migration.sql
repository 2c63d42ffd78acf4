-- For the overview of operators, which shows their last actions on all merchants. Few entries are theirs.
CREATE INDEX CONCURRENTLY "audit_entry_of_operators" ON "audit_entry" ("created_at" DESC, "id" DESC)
    WHERE actor_kind = 'operator';
