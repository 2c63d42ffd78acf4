/** A part of the documentation, from a heading to the next. */
export interface Section {
  readonly title: string;
  readonly text: string;
}

const MAX_RESULTS = 5;
const MAX_SECTION_CHARS = 2_500;
/** How much more a word in a title counts. */
const TITLE_WEIGHT = 5;

/** Splits Markdown at its headings, except those in code blocks. */
export function splitSections(markdown: string): Section[] {
  const sections: { title: string; text: string }[] = [];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    const [, title] = (!isCode && /^#{1,4} +(.+)$/.exec(line)) || [];
    if (title !== undefined) sections.push({ title, text: '' });
    const section = sections.at(-1);
    if (section && title === undefined) section.text += `${line}\n`;
  }
  return sections.filter(({ text }) => text.trim() !== '');
}

const getWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/** Finds the sections with the words of a query, best first: rare words and words of the title count more. */
export function rankSections(sections: readonly Section[], query: string): Section[] {
  const indexed = sections.map((section) => {
    const counts = new Map<string, number>();
    const add = (text: string, weight: number) => {
      for (const word of getWords(text)) counts.set(word, (counts.get(word) ?? 0) + weight);
    };
    add(section.title, TITLE_WEIGHT);
    add(section.text, 1);
    return { section, counts };
  });
  const words = [...new Set(getWords(query))].map((word) => {
    const found = indexed.filter(({ counts }) => counts.has(word)).length;
    return { word, weight: Math.log(1 + sections.length / (1 + found)) };
  });
  return indexed
    .map(({ section, counts }) => ({
      section,
      score: words.reduce(
        (sum, { word, weight }) => sum + weight * Math.log1p(counts.get(word) ?? 0),
        0,
      ),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_RESULTS)
    .map(({ section: { title, text } }) => ({ title, text: text.slice(0, MAX_SECTION_CHARS) }));
}

/** @throws Error if the documentation cannot be read */
export async function readSections(docsUrl: string): Promise<Section[]> {
  const url = `${docsUrl}/llms-full.txt`;
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
  if (!response?.ok) {
    const reason = response ? `it responded with ${response.status}` : 'there was no response';
    throw new Error(
      `The documentation at ${url} cannot be read: ${reason}. Check PARLEY_DOCS_URL.`,
    );
  }
  return splitSections(await response.text());
}
