-- CreateTable
CREATE TABLE "attention_triage" (
    "merchant_id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "proxy_session_id" TEXT,
    "assignee_id" TEXT,
    "snoozed_until" TIMESTAMPTZ(3),
    "snoozed_severity" TEXT,
    "note" TEXT,
    "version" INTEGER NOT NULL,
    "updated_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "attention_triage_pkey" PRIMARY KEY ("merchant_id","mode","kind","subject_id")
);

ALTER TABLE "attention_triage" ADD CONSTRAINT "attention_triage_mode" CHECK ("mode" IN ('test', 'live'));
ALTER TABLE "attention_triage" ADD CONSTRAINT "attention_triage_note" CHECK (char_length("note") BETWEEN 1 AND 2000);
ALTER TABLE "attention_triage" ADD CONSTRAINT "attention_triage_version" CHECK ("version" > 0);
