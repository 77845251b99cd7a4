/**
 * An order whose answer got lost may have been carried out: whoever sends the same again sends the
 * same idempotency key, so that the service gives the first one's answer instead of acting twice.
 */

/** Request → its key, until its response has been read. */
const unanswered = new Map<string, string>()

export function orderKey(request: string): string {
  const key = unanswered.get(request) ?? newKey()
  unanswered.set(request, key)
  return key
}

/** Refusals are responses too: they say whether anything was done. */
export function orderAnswered(request: string): void {
  unanswered.delete(request)
}

/** `crypto.randomUUID` is missing where the console is open over plain HTTP. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
