export { openApiDocument } from './document.ts';
export { type OpenApiDocument, type Operation, operationsOf, type Schema } from './openapi.ts';
export { type RestRequest, type RestRoute, restRoutes } from './routes.ts';
export { mapSchema, mapValues } from './schemas.ts';
