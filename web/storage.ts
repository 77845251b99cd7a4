/** What this browser remembers. Storage may be refused or full; nothing depends on it. */

export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

export function store(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // The page works on; it only forgets.
  }
}

/** Stored JSON that `isValid` recognises. */
export function readStoredJson<T>(
  key: string,
  isValid: (value: unknown) => value is T,
): T | undefined {
  try {
    const value: unknown = JSON.parse(readStored(key) ?? 'null')
    return isValid(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
