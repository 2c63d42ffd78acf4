const END = '</body></html>';

/**
 * A document that the browser shows before it is complete.
 * @param rest HTML for the end of the body; it must not reject
 */
export function streamDocument(html: string, rest: Promise<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(encoder.encode(html.slice(0, html.lastIndexOf(END))));
      const end = encoder.encode((await rest) + END);
      try {
        controller.enqueue(end);
        controller.close();
      } catch {
        // The browser has closed the page.
      }
    },
  });
}
