-- AlterTable
ALTER TABLE "merchant" ADD COLUMN     "corner_radius" INTEGER,
ADD COLUMN     "success_text" TEXT;

ALTER TABLE "merchant" ADD CONSTRAINT "merchant_corner_radius" CHECK ("corner_radius" BETWEEN 0 AND 16);

ALTER TABLE "merchant" ADD CONSTRAINT "merchant_success_text" CHECK (char_length("success_text") BETWEEN 1 AND 300);
