-- A migration of its own, because the index is built from the largest table while no other one is locked.
-- AlterTable
ALTER TABLE "history_entry" ADD COLUMN     "decline_id" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "history_entry_of_decline" ON "history_entry"("merchant_id", "decline_id") WHERE (decline_id IS NOT NULL);
