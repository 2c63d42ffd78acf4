-- AlterTable
ALTER TABLE "invitation" ALTER COLUMN "inviter_id" DROP NOT NULL;
