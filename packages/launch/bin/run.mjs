// Runs a script of this repository: node packages/launch/bin/run.mjs <script> [argument…]
// This file has no static import and no recent syntax, so that an old Node can print the message.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Parley needs Node 20.19 or newer. This is ${process.versions.node}.\n`);
  process.exitCode = 1;
} else {
  const [script, ...args] = process.argv.slice(2);
  import('./bootstrap.mjs').then(({ bootstrap }) => bootstrap(script, args));
}
