import { defineConfig } from 'prisma/config';

// Generating needs no schema engine, but Prisma insists on one: any executable keeps it from downloading.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({ schema: '../../prisma/schema' });
