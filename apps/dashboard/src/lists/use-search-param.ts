import { useSearchParams } from 'next/navigation';

/**
 * A parameter of the address that a person chooses on the page: it stays after a reload and in a copied link.
 * A change reads nothing from the server.
 */
export function useSearchParam(
  name: string,
): readonly [string | null, (value: string | null) => void] {
  // Null outside of the router, as in component tests.
  const params: URLSearchParams | null = useSearchParams();
  function change(value: string | null) {
    const { pathname, search, hash } = window.location;
    const next = new URLSearchParams(search);
    if (value === null) next.delete(name);
    else next.set(name, value);
    window.history.replaceState(null, '', `${pathname}${next.size > 0 ? `?${next}` : ''}${hash}`);
  }
  return [params?.get(name) ?? null, change];
}
