/** Returns the trace of the current work as a `traceparent` header has it; undefined without tracing. */
export type GetTraceparent = () => string | undefined;
