/** What this browser remembers. Storage may be refused or full; nothing depends on it. */

export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Returns whether it is stored. Most callers work without; they only forget. */
export function store(key: string, value: string | undefined): boolean {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

export function storedKeys(prefix: string): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
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
