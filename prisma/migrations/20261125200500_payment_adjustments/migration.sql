-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "discount_minor" BIGINT,
ADD COLUMN     "shipping_minor" BIGINT,
ADD COLUMN     "tax_minor" BIGINT;

ALTER TABLE "payment" ADD CONSTRAINT "payment_adjustments" CHECK ("tax_minor" BETWEEN 0 AND 9007199254740991 AND "shipping_minor" BETWEEN 0 AND 9007199254740991 AND "discount_minor" BETWEEN 0 AND 9007199254740991);
