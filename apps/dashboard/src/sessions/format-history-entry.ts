import { explainReason, type SessionTexts } from '#format/explain-reason.ts';
import type { Translator } from '#messages/translator.ts';
import { formatActor, type People } from '#person/format-actor.ts';
import type { HistoryEntry } from './session-timeline.ts';

/** The text of an entry in the timeline. */
interface FormattedEntry {
  readonly sentence: string;
  readonly reason: string | null;
  readonly actor: string;
}

interface EntryTexts extends SessionTexts {
  readonly common: Translator<'common'>;
}

/** Formats an entry of a session's history. */
export function formatHistoryEntry(
  texts: EntryTexts,
  entry: HistoryEntry,
  people: People,
): FormattedEntry {
  return {
    sentence: getSentence(texts, entry),
    reason: getReason(texts, entry),
    actor: formatActor(texts.common, entry.actor_kind, entry.actor_id, people),
  };
}

function getSentence({ t }: EntryTexts, { action, subject }: HistoryEntry): string {
  const own = subject === 'attempt' ? 'change' : 'session';
  const keys = [`${own}.${action}`, `other.${action}`] as 'other.create'[];
  const key = keys.find((one) => t.has(one));
  return key ? t(key) : humanize(action);
}

function getReason(texts: EntryTexts, { action, reason }: HistoryEntry): string | null {
  if (reason === null) return null;
  const text = explainReason(texts, reason);
  return action === 'provider_refunded' ? texts.t('refundedInTotal', { amount: text }) : text;
}

/** The name of an action without a message, such as one of a newer version. */
function humanize(action: string): string {
  const words = action.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
