-- AlterTable
ALTER TABLE "proxy_session" ADD COLUMN     "decline_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "last_declined_at" TIMESTAMPTZ(3);

ALTER TABLE "proxy_session" ADD CONSTRAINT "proxy_session_decline_count" CHECK ("decline_count" >= 0);
ALTER TABLE "session_figure" DROP CONSTRAINT "session_figure_figure";
ALTER TABLE "session_figure" ADD CONSTRAINT "session_figure_figure" CHECK ("figure" IN ('created', 'opened', 'paid', 'provisioned', 'volume', 'time_to_pay', 'failed', 'declined'));
