/** A part of the documentation, from a heading to the next. */
export interface Section {
  /** Of its page and of itself. */
  readonly title: string;
  readonly text: string;
}

const MAX_RESULTS = 5;
const MAX_SECTION_CHARS = 2_500;
/** How much more a word in a title counts. */
const TITLE_WEIGHT = 5;
/** The usual parameters of BM25: how soon repetition stops to count, and how much length does. */
const [K1, B] = [1.2, 0.75];

/** Splits Markdown at its headings, except those in code blocks. A heading of the first level begins a page. */
export function splitSections(markdown: string): Section[] {
  const sections: { title: string; text: string }[] = [];
  let isCode = false;
  let page = '';
  for (const line of markdown.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    const [, marks, heading = ''] = (!isCode && /^(#{1,4}) +(.+)$/.exec(line)) || [];
    if (marks === undefined) {
      const section = sections.at(-1);
      if (section) section.text += `${line}\n`;
    } else {
      if (marks === '#') page = heading;
      sections.push({ title: marks === '#' ? page : `${page}: ${heading}`, text: '' });
    }
  }
  return sections.filter(({ text }) => text.trim() !== '');
}

const getWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/** Finds the sections with the words of a query, best first, ranked by BM25. */
export function rankSections(sections: readonly Section[], query: string): Section[] {
  const indexed = sections.map((section) => {
    const counts = new Map<string, number>();
    const add = (words: readonly string[], weight: number) => {
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + weight);
    };
    const words = getWords(section.text);
    add(words, 1);
    add(getWords(section.title), TITLE_WEIGHT);
    return { section, counts, length: words.length };
  });
  const meanLength = indexed.reduce((sum, { length }) => sum + length, 0) / indexed.length;
  const words = [...new Set(getWords(query))].map((word) => {
    const found = indexed.filter(({ counts }) => counts.has(word)).length;
    return { word, rarity: Math.log(1 + (indexed.length - found + 0.5) / (found + 0.5)) };
  });
  return indexed
    .map(({ section, counts, length }) => {
      const saturation = K1 * (1 - B + (B * length) / meanLength);
      const score = words.reduce((sum, { word, rarity }) => {
        const count = counts.get(word) ?? 0;
        return sum + (rarity * count) / (count + saturation);
      }, 0);
      return { section, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_RESULTS)
    .map(({ section: { title, text } }) => ({ title, text: text.slice(0, MAX_SECTION_CHARS) }));
}

const TIMEOUT_MS = 10_000;
/** The documentation has about 1 MiB. */
const MAX_DOCS_MIB = 16;

/**
 * Reads the documentation, at most 16 MiB within ten seconds.
 * @throws Error if it cannot be read
 */
export async function readSections(docsUrl: string, timeoutMs = TIMEOUT_MS): Promise<Section[]> {
  const url = `${docsUrl}/llms-full.txt`;
  const signal = AbortSignal.timeout(timeoutMs);
  const fail = (reason: string): never => {
    throw new Error(
      `The documentation at ${url} cannot be read: ${reason}. Check PARLEY_DOCS_URL.`,
    );
  };
  const failed = () =>
    fail(signal.aborted ? `it took longer than ${timeoutMs} ms` : 'the connection failed');
  const response = await fetch(url, { signal }).catch(failed);
  if (!response.ok) fail(`it responded with ${response.status}`);
  const text = await readText(response).catch(failed);
  return splitSections(text ?? fail(`it is larger than ${MAX_DOCS_MIB} MiB`));
}

/** The body of a response; null if it is too large, of which the rest is not read. */
async function readText({ body }: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_DOCS_MIB * 1024 ** 2) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
