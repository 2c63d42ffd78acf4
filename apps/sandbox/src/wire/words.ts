/** The words of a text, each with a space or line break after it, as a type. */
export type Words<Text extends string, Found = never> = Text extends `${infer Line}\n${infer More}`
  ? Words<More, Found | WordsOfLine<Line>>
  : Found | WordsOfLine<Text>;

type WordsOfLine<Line extends string, Found = never> = Line extends `${infer Word} ${infer More}`
  ? WordsOfLine<More, Found | Exclude<Word, ''>>
  : Found | Exclude<Line, ''>;

/** Returns the words of a text; their type is the union of them. */
export const words = <const Text extends string>(text: Text): Words<Text>[] =>
  text.trim().split(/\s+/) as Words<Text>[];

/** Returns an object whose fields, named in a text, are all null. */
export const nulls = <const Text extends string>(text: Text): Record<Words<Text>, null> =>
  fill(null, text);

/** Returns an object whose fields, named in a text, all have the same value. */
export const fill = <Value, const Text extends string>(
  value: Value,
  text: Text,
): Record<Words<Text>, Value> =>
  Object.fromEntries(words(text).map((name) => [name, value])) as Record<Words<Text>, Value>;
