/** Responses that the page itself has requested, before any script was loaded. */

declare global {
  /** Address → answer; set by `begin.js`. */
  var earlyAnswers: Record<string, Promise<Response>> | undefined
}

/** Each is given once: a second read wants the present state. */
export function takeEarly(address: string): Promise<Response> | undefined {
  const early = globalThis.earlyAnswers?.[address]
  if (early !== undefined) delete globalThis.earlyAnswers?.[address]
  return early
}

/** A look at one that somebody else will take; `undefined` where there is none. */
export async function peekEarly(address: string): Promise<unknown> {
  try {
    const early = await globalThis.earlyAnswers?.[address]
    return await early?.clone().json()
  } catch {
    return undefined
  }
}
