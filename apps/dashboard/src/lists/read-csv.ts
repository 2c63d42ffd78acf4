const NEWLINE = 10;
const QUOTATION_MARK = 34;

/** A file that was read as a whole. */
export interface CsvFile {
  readonly name: string;
  readonly content: Blob;
  /** Without the header. */
  readonly rows: number;
}

interface ReadOptions {
  readonly signal: AbortSignal;
  /** Gets the number of rows so far, without the header. */
  readonly onProgress: (rows: number) => void;
}

/** The response of the server to an export that it refuses. */
export class ExportRefused extends Error {}

/**
 * Reads an exported file and reports the progress. Line breaks in quoted values do not count as rows.
 * @throws ExportRefused with the message of the server; TypeError for an interrupted response; AbortError
 */
export async function readCsv(url: string, { signal, onProgress }: ReadOptions): Promise<CsvFile> {
  const response = await fetch(url, { signal });
  if (!response.ok || !response.body) throw new ExportRefused((await response.text()).trim());
  const [, name = 'export.csv'] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let lines = 0;
  let isQuoted = false;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const byte of value) {
      if (byte === QUOTATION_MARK) isQuoted = !isQuoted;
      else if (byte === NEWLINE && !isQuoted) lines++;
    }
    chunks.push(value);
    onProgress(Math.max(lines - 1, 0));
  }
  const content = new Blob(chunks, { type: 'text/csv;charset=utf-8' });
  return { name, content, rows: Math.max(lines - 1, 0) };
}
