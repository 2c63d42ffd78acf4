/** Says in one line what is needed when this Node is too old even to install. */
export function isNodeNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return true;
  process.stderr.write(
    `Parley needs Node 20.19 or newer to start; this is ${process.versions.node}.\n`,
  );
  process.exitCode = 1;
  return false;
}
