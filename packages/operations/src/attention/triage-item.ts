import type { AttentionTriage, TriageAttentionItemInput } from '@parley/contract';
import type { AttentionRecord, JsonObject, Transaction, TriageRecord } from '@parley/db';
import { DAY_MS, DomainError, InvalidFieldError, MAX_SNOOZE_DAYS } from '@parley/domain';
import { diffFields, recordAuditEntry } from '../audit/record-audit-entry.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';
import { omitUndefined } from '../request/omit-undefined.ts';
import { parseTimestampField } from '../request/parse-timestamp-field.ts';
import { requireBelowLimits } from '../request/require-below-limits.ts';

/**
 * Assigns an item to a member of the team, snoozes it or writes its note. Saving equal values changes
 * nothing. The audit log names the people and says that the note changed, without its text.
 * @throws DomainError not_found if the item no longer needs attention, invalid_request for an assignee
 *   or a time that is not accepted, and if the item has changed since `expected_version`; limit_reached
 */
export async function triageAttentionItem(
  deps: Deps,
  caller: Caller,
  { kind, id, expected_version, ...input }: TriageAttentionItemInput,
): Promise<AttentionTriage> {
  return inTransaction(deps, caller, async (tx) => {
    const item = await tx.attention.find(kind, id);
    if (!item) throw new DomainError('not_found', 'This item no longer needs attention.');
    if (item.triageVersion !== expected_version) throw staleVersion();
    const now = await tx.now();
    const before = item.triage ?? { ...untouched, updatedAt: now };
    const after: TriageRecord = {
      ...before,
      ...omitUndefined({
        assigneeId: input.assignee_id,
        snoozedUntil: readSnooze(input.snoozed_until, now),
        note: input.note,
      }),
      updatedBy: caller.actor.id,
      updatedAt: now,
    };
    const details = await describeChanges(tx, before, after);
    if (Object.keys(details).length === 0) return triageView(item);
    if (item.triageVersion === 0) await requireBelowLimits(deps, tx, ['triaged_items']);
    if (!(await tx.attention.saveTriage(item, after))) throw staleVersion();
    await recordAuditEntry(deps, tx, caller, {
      action: 'attention_item.updated',
      objectId: id,
      at: now,
      details: { kind, ...details },
    });
    return triageView({ triage: after, triageVersion: item.triageVersion + 1 });
  });
}

const untouched = { assigneeId: null, snoozedUntil: null, note: null, updatedBy: null };

/** What people decided about an item, as they see it. */
export function triageView({
  triage,
  triageVersion,
}: Pick<AttentionRecord, 'triage' | 'triageVersion'>): AttentionTriage {
  return {
    version: triageVersion,
    assignee_id: triage?.assigneeId ?? null,
    snoozed_until: triage?.snoozedUntil?.toISOString() ?? null,
    note: triage?.note ?? null,
    updated_by: triage?.updatedBy ?? null,
    updated_at: triage?.updatedAt.toISOString() ?? null,
  };
}

function readSnooze(text: string | null | undefined, now: Date): Date | null | undefined {
  if (typeof text !== 'string') return text;
  const until = parseTimestampField('snoozed_until', text);
  const latest = now.getTime() + MAX_SNOOZE_DAYS * DAY_MS;
  if (until > now && until.getTime() <= latest) return until;
  throw new InvalidFieldError(
    'snoozed_until',
    `must be in the future and at most ${MAX_SNOOZE_DAYS} days ahead.`,
  );
}

/**
 * The changes for the audit log.
 * @throws DomainError invalid_request if the new assignee is not a member who can sign in
 */
async function describeChanges(
  tx: Transaction,
  before: TriageRecord,
  after: TriageRecord,
): Promise<JsonObject> {
  const members =
    before.assigneeId === after.assigneeId
      ? []
      : (await tx.team.listMembers()).filter(({ isDisabled }) => !isDisabled);
  const getName = (userId: string | null) =>
    members.find((member) => member.userId === userId)?.name ?? null;
  const isNewAssignee = after.assigneeId !== null && after.assigneeId !== before.assigneeId;
  if (isNewAssignee && getName(after.assigneeId) === null) {
    throw new InvalidFieldError('assignee_id', 'must be the user id of a team member.');
  }
  const getFields = ({ assigneeId, snoozedUntil }: TriageRecord) => ({
    assignee: getName(assigneeId),
    snoozed_until: snoozedUntil?.toISOString() ?? null,
  });
  return {
    ...diffFields(getFields(before), getFields(after)),
    ...(before.note !== after.note && { note: after.note === null ? 'removed' : 'written' }),
  };
}

const staleVersion = () =>
  new InvalidFieldError(
    'expected_version',
    'is not the current version. Someone else has changed the item: read it and try again.',
  );
