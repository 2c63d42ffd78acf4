-- DropIndex
DROP INDEX "invitation_email_idx";

-- AlterTable
ALTER TABLE "audit_entry" ADD COLUMN     "address" TEXT;

-- AlterTable
ALTER TABLE "invitation" ADD COLUMN     "token_hash" TEXT NOT NULL,
ALTER COLUMN "role" SET NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_one_pending" ON "invitation"("organization_id", "email") WHERE (status = 'pending'::text);

-- What the schema's language cannot say. No earlier version created invitations.
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_email" CHECK ("email" = lower("email"));
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_role" CHECK ("role" IN ('owner', 'admin', 'developer', 'support', 'viewer'));
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_status" CHECK ("status" IN ('pending', 'accepted', 'canceled'));
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_token_hash" CHECK ("token_hash" ~ '^[0-9a-f]{64}$');
