// trpc-to-openapi's declarations import `next` for an adapter that is not used here. Next's global types would make
// NODE_ENV a required variable of every process environment, so Node programs read this file instead.
export {};
