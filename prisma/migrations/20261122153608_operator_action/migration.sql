-- CreateTable
CREATE TABLE "operator_action" (
    "id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "details" JSONB NOT NULL,
    "operator" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operator_action_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "audit_entry" DROP CONSTRAINT "audit_entry_actor";
ALTER TABLE "audit_entry"
  ADD CONSTRAINT "audit_entry_actor" CHECK ("actor_kind" IN ('api_key', 'user', 'operator', 'system'));
