import { createHash } from 'node:crypto';
import { getPath, type Login, readJson, writeJson } from '../config.ts';

/** After a restart, the stream repeats the messages of a minute: this many are not forwarded again. */
const MAX_KNOWN = 20_000;
const SAVE_MS = 200;

interface Saved {
  readonly last_id: string;
  readonly known: readonly string[];
}

/** The position of a receiver in the stream, which survives the process. */
export interface SavedPosition {
  /** The last message; undefined for a new receiver. */
  readonly lastId: string | undefined;
  isKnown(messageId: string): boolean;
  /** Called when a message was handled. Saves soon, so a killed process repeats a few messages at most. */
  add(messageId: string): void;
  save(): Promise<void>;
}

/** @param receiver what distinguishes receivers of the same mode, such as their URL */
export async function openPosition(
  login: Login,
  receiver: string,
  warn: (line: string) => void,
): Promise<SavedPosition> {
  const name = createHash('sha256')
    .update(`${login.api_url}\n${login.secret_key}\n${receiver}`)
    .digest('hex');
  const path = getPath(`position-${name.slice(0, 16)}.json`);
  const saved = await readJson<Saved>(path);
  const known = new Set(saved?.known);
  let lastId = saved?.last_id;
  let timer: NodeJS.Timeout | undefined;
  let saving = Promise.resolve();
  let hasWarned = false;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    if (lastId === undefined) return saving;
    const value: Saved = { last_id: lastId, known: [...known] };
    saving = saving
      .then(() => writeJson(path, value))
      .catch((error: Error) => {
        if (!hasWarned) warn(`The position cannot be saved: ${error.message}`);
        hasWarned = true;
      });
    return saving;
  };
  return {
    lastId,
    isKnown: (messageId) => known.has(messageId),
    add(messageId) {
      known.add(messageId);
      if (known.size > MAX_KNOWN) known.delete(known.values().next().value ?? '');
      lastId = messageId;
      timer ??= setTimeout(() => void save(), SAVE_MS);
    },
    save,
  };
}
