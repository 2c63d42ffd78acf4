-- CreateTable
CREATE TABLE "session_figure" (
    "merchant_id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "figure" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    "amount_minor" BIGINT NOT NULL,

    CONSTRAINT "session_figure_pkey" PRIMARY KEY ("merchant_id","mode","starts_at","figure","label")
);

ALTER TABLE "session_figure" ADD CONSTRAINT "session_figure_mode" CHECK ("mode" IN ('test', 'live'));
ALTER TABLE "session_figure" ADD CONSTRAINT "session_figure_figure" CHECK ("figure" IN ('created', 'opened', 'paid', 'provisioned', 'volume', 'time_to_pay', 'failed'));
ALTER TABLE "session_figure" ADD CONSTRAINT "session_figure_count" CHECK ("count" > 0);
