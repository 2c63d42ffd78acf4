export { callStream, consumeStreamLimit, eventStream } from './event-stream.ts';
export { getOperations, type OpenApiDocument, type Operation, type Schema } from './openapi.ts';
export { queryParser } from './query-input.ts';
export { type RestRequest, type RestRoute, restRoutes } from './routes.ts';
export { mapSchema, mapValues } from './schemas.ts';
