import { type ErrorCode, getHelpUrl } from '@parley/domain';
import type { FastifyInstance, FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** The URL of the documentation; null without one. */
    docsUrl: string | null;
  }
}

/** Adds the property that `addHelpLink` reads to a server. */
export function decorateWithDocsUrl(app: FastifyInstance, docsUrl: string | null): void {
  app.decorate('docsUrl', docsUrl);
}

/** The value of the Link header of an error response (RFC 8288). */
export const formatHelpLink = (docsUrl: string, code: ErrorCode): string =>
  `<${getHelpUrl(docsUrl, code)}>; rel="help"`;

/** Links an error response to the documentation of its code. */
export function addHelpLink(reply: FastifyReply, code: ErrorCode): void {
  const { docsUrl } = reply.server;
  if (docsUrl !== null) reply.header('link', formatHelpLink(docsUrl, code));
}
