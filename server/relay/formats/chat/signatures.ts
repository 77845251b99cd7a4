/**
 * Vendors sign what their models think and refuse a signature that is not their own. Clients
 * carry signatures from one turn to the next without knowing whose they are, so those of every
 * vendor but Anthropic are marked with their origin; Anthropic's travel as they are, because its
 * clients and upstreams also speak without anybody in between.
 */
import { bytesOf } from '../../wire/known-bytes'

export type SignatureOrigin = 'gemini' | 'openai' | 'responses'

const MARK = 'gw-'

export function markSignature(origin: SignatureOrigin, signature: string): string {
  return `${MARK}${origin}:${signature}`
}

/** The signature itself; `undefined` when it is not of this origin. */
export function signatureOf(origin: SignatureOrigin, marked: string): string | undefined {
  const mark = markSignature(origin, '')
  return marked.startsWith(mark) ? marked.slice(mark.length) : undefined
}

/** Whether Anthropic would refuse it: somebody else's, one of our own markers, or none. */
export function isForeign(signature: string): boolean {
  return signature === '' || signature.startsWith(MARK)
}

/** Bytes one of which stands in every body with a foreign signature or marker. */
const TRACES: readonly string[] = [`"${MARK}`, '"signature":""', '"signature": ""']

/** Cheap: such a body is parsed then, and all others pass as they came. */
export function mayHoldForeign(bytes: Buffer): boolean {
  return TRACES.some((trace) => bytes.includes(bytesOf(trace)))
}

/** Google's documented mark for calls whose signature is not known to the caller. */
export const UNKNOWN_SIGNATURE = 'skip_thought_signature_validator'
