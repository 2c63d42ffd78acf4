/** What an item has that no one decided about. */
export const noTriage = {
  version: 0,
  assignee_id: null,
  snoozed_until: null,
  note: null,
  updated_by: null,
  updated_at: null,
} as const;
