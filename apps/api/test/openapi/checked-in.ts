import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@parley/router/rest';
import { generateSource } from 'oazapfts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Where the interface stands for integrators, to be read without starting anything. */
export const documentFile = at('../../../../docs/openapi.json');
/** A client that a public generator makes of it, for the test that uses it. */
export const clientFile = at('../client/merchant-client.ts');

/** The interface as it is checked in: its server is whichever serves it. */
export function writtenDocument(): string {
  return `${JSON.stringify(openApiDocument('/v1'), null, 2)}\n`;
}

/** @param file of the document */
export async function writtenClient(file: string): Promise<string> {
  return await generateSource(file);
}
