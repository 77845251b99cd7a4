/**
 * An order whose answer got lost may have been carried out: whoever sends the same again sends the
 * same idempotency key, so that the service gives the first one's answer instead of acting twice.
 */

/** What is asked → its key, until an answer to it has been read. */
const unanswered = new Map<string, string>()

export function orderKey(asked: string): string {
  const key = unanswered.get(asked) ?? newKey()
  unanswered.set(asked, key)
  return key
}

/** Refusals are answers too: nothing was done, or it is told that it was. */
export function orderAnswered(asked: string): void {
  unanswered.delete(asked)
}

/** `crypto.randomUUID` is missing where the console is open over plain HTTP. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
