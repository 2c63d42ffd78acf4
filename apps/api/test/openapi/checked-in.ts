import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@parley/router/rest/document';

/** The published interface, which integrators can read without starting the product. */
export const documentFile: string = fileURLToPath(
  new URL('../../../../docs/openapi.json', import.meta.url),
);

/** The interface of the last version, without texts. */
export const releasedFile: string = fileURLToPath(new URL('./released.json', import.meta.url));

/** The text of the document as the code describes the interface now. Its server URL is relative. */
export function writtenDocument(): string {
  return `${JSON.stringify(openApiDocument('/v1'), null, 2)}\n`;
}
