#!/usr/bin/env node
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createServer } from './server.ts';
import { readSettings } from './settings.ts';

// Standard output belongs to the protocol.
try {
  await createServer(readSettings(process.env)).connect(new StdioServerTransport());
} catch (error) {
  process.stderr.write(`parley-mcp: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
