import type { ApiScope, ErrorCode } from '@parley/domain';

/** The part of OpenAPI 3.0.3 that the document uses. */
export interface OpenApiDocument {
  readonly openapi: '3.0.3';
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | StreamOperation>>>>;
  readonly components: Readonly<{
    schemas: Readonly<Record<string, Schema>>;
    responses: Readonly<Record<string, Response>>;
    parameters: Readonly<Record<string, Parameter>>;
    headers: Readonly<Record<string, unknown>>;
    securitySchemes: Readonly<Record<string, unknown>>;
  }>;
  /** The requests to webhook endpoints. OpenAPI 3.0 has no field for them. */
  readonly 'x-webhooks'?: Readonly<Record<string, unknown>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response | Reference>>;
  readonly 'x-required-scope': ApiScope;
  readonly 'x-extension'?: true;
}

/** An operation whose response is a stream of server-sent events. */
export type StreamOperation = Omit<Operation, 'responses'> & {
  readonly responses: Readonly<Record<string, Response | Reference | StreamResponse>>;
};

interface StreamResponse extends Omit<Response, 'content'> {
  readonly content: { readonly 'text/event-stream': Body };
}

export interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly description?: string | undefined;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Response {
  readonly description: string;
  /** The codes of an error response. Its schema is that of all errors, which every generator reads. */
  readonly 'x-error-codes'?: readonly ErrorCode[];
  readonly headers: Readonly<Record<string, Reference>>;
  readonly content: Content;
}

export interface Content {
  readonly 'application/json': Body;
}

export interface Body {
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Reference {
  readonly $ref: string;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly example?: unknown;
  readonly enum?: readonly unknown[];
  /** The values of a nullable string, which has no enum. */
  readonly 'x-enum'?: readonly unknown[];
  readonly nullable?: boolean;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping: Readonly<Record<string, string>>;
  };
}

/** The path of the operation whose response is a stream of server-sent events. */
export const STREAM_PATH = '/events/stream';

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

/** The operations of a document, in document order, without the one whose response is a stream. */
export function getOperations(document: Pick<OpenApiDocument, 'paths'>) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation && path !== STREAM_PATH
        ? [{ method, path, operation: operation as Operation }]
        : [];
    }),
  );
}
