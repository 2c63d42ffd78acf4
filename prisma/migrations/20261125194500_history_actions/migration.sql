-- Plain names of actions in the history
UPDATE "history_entry" SET "action" = 'refund_reported' WHERE "action" = 'refund_on_word';
UPDATE "history_entry" SET "action" = 'payments_accepted' WHERE "action" = 'payments_kept';
