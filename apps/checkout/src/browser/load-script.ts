const TIMEOUT_MS = 20_000;
const loads = new Map<string, Promise<unknown>>();

/**
 * Loads a script of a provider, once per URL. A failed load may be tried again.
 * @param find returns the global that the script defines
 * @throws Error if the script does not load within 20 seconds
 */
export function loadScript<T>(url: string, find: () => T | undefined): Promise<T> {
  let load = loads.get(url) as Promise<T> | undefined;
  if (!load) {
    load = runScript(url, find).catch((error: unknown) => {
      loads.delete(url);
      throw error;
    });
    loads.set(url, load);
  }
  return load;
}

function runScript<T>(url: string, find: () => T | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error('a script did not load'));
    };
    const timer = setTimeout(fail, TIMEOUT_MS);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      const found = find();
      if (found) resolve(found);
      else fail();
    });
    script.addEventListener('error', fail);
    script.src = url;
    document.head.append(script);
  });
}
