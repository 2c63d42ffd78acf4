/** A string, quoted name, dollar quote, comment, word or single character, and the start of a nested comment. */
const TOKEN =
  /e'(?:[^'\\]|\\.)*'|'[^']*'|"[^"]*"|(\$(?:[a-z_\x80-\uffff][\w\x80-\uffff]*)?\$).*?\1|--[^\n]*|\/\*|[\w\x80-\uffff][\w$\x80-\uffff]*|./gisy;

/** The index after a comment, which may contain other comments. */
function endOfComment(sql: string, start: number): number {
  let depth = 0;
  for (const { 0: mark, index } of sql.slice(start).matchAll(/\/\*|\*\//g)) {
    depth += mark === '/*' ? 1 : -1;
    if (depth === 0) return start + index + mark.length;
  }
  return sql.length;
}

/**
 * Splits a script into its statements at the semicolons outside of strings, quoted names and comments.
 * Function bodies have to be strings: the semicolons of BEGIN ATOMIC would split the statement.
 * @returns each statement with the comments before it, without its semicolon
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let isEmpty = true;
  const endStatement = (end: number) => {
    if (!isEmpty) statements.push(sql.slice(start, end).trim());
    start = end + 1;
    isEmpty = true;
  };
  const token = new RegExp(TOKEN);
  for (let match = token.exec(sql); match !== null; match = token.exec(sql)) {
    const [text] = match;
    if (text === ';') endStatement(match.index);
    else if (text === '/*') token.lastIndex = endOfComment(sql, match.index);
    else if (text.trim() !== '' && !text.startsWith('--')) isEmpty = false;
  }
  endStatement(sql.length);
  return statements;
}
