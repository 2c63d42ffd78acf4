import { isNodeNewEnough } from './check-node.mjs';

// Not a static import: an old Node could not even read it.
if (isNodeNewEnough()) {
  import('./bootstrap.mjs').then(({ bootstrap }) => bootstrap('packages/launch/src/start.ts'));
}
