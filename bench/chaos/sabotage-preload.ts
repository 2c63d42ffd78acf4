// Patches one module of the product while it is loaded: PARLEY_CHAOS_SABOTAGE names the sabotage.
import { registerHooks } from 'node:module';
import { applyPatch, findSabotage } from './sabotage.ts';

const { patch } = findSabotage(process.env.PARLEY_CHAOS_SABOTAGE ?? '');
if (patch) {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(patch.file)) return loaded;
      const source = applyPatch(String(loaded.source), patch);
      process.stderr.write(`sabotage applied to ${patch.file}\n`);
      return { ...loaded, source };
    },
  });
}
