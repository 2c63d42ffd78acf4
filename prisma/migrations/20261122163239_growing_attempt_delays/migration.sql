-- The windows end within minutes, so nothing is carried over.
DELETE FROM "sign_in_limit";

-- DropIndex
DROP INDEX "sign_in_limit_window_end_idx";

-- AlterTable
ALTER TABLE "sign_in_limit" DROP COLUMN "tries",
DROP COLUMN "window_end",
ADD COLUMN     "burst" INTEGER NOT NULL,
ADD COLUMN     "counted_at" TIMESTAMPTZ(3) NOT NULL,
ADD COLUMN     "level" DOUBLE PRECISION NOT NULL,
ADD COLUMN     "slowest_seconds" INTEGER NOT NULL;

-- CreateIndex
CREATE INDEX "sign_in_limit_counted_at_idx" ON "sign_in_limit"("counted_at");

ALTER TABLE "sign_in_limit"
  ADD CONSTRAINT "sign_in_limit_level" CHECK ("level" >= 0 AND "burst" > 0 AND "slowest_seconds" > 0);
