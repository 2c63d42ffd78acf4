-- CreateTable
CREATE TABLE "audit_entry" (
    "merchant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "object_type" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "details" JSONB NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "request_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("merchant_id","id")
);

-- CreateIndex
CREATE INDEX "audit_entry_newest" ON "audit_entry"("merchant_id", "mode", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entry_of_object" ON "audit_entry"("merchant_id", "mode", "object_id", "created_at" DESC, "id" DESC);

ALTER TABLE "audit_entry"
  ADD CONSTRAINT "audit_entry_mode" CHECK ("mode" IN ('test', 'live')),
  ADD CONSTRAINT "audit_entry_actor" CHECK ("actor_kind" IN ('api_key', 'user', 'system')),
  ADD CONSTRAINT "audit_entry_details" CHECK (jsonb_typeof("details") = 'object');
