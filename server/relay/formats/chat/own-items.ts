/**
 * Items of Responses that were made here and that no vendor stored. Their ids hold the id of the
 * call, which begins with its time: 23 digits and 8 characters.
 */
/** A translated answer has the id of its call. */
export function ownResponseId(requestId: string): string {
  return `resp_${requestId}`
}

export function isOwnResponseId(id: string): boolean {
  return OWN_RESPONSE.test(id)
}

const OWN_RESPONSE = /^resp_2\d{22}[A-Za-z0-9]{8}$/

/** A conversation that is stored here has the id of the request that made it. */
export function ownConversationId(requestId: string): string {
  return `conv_${requestId}`
}

export function isOwnConversationId(id: string): boolean {
  return OWN_CONVERSATION.test(id)
}

const OWN_CONVERSATION = /^conv_2\d{22}[A-Za-z0-9]{8}$/

export type OwnItemKind = 'msg' | 'rs' | 'fc'

export function ownItemId(kind: OwnItemKind, requestId: string, index: number): string {
  return `${kind}_${requestId}_${index}`
}

const OWN = /^(msg|rs|fc)_2\d{22}[A-Za-z0-9]{8}_\d+$/

export function isOwnItemId(id: string): boolean {
  return OWN.test(id)
}

/** Bytes one of which stands in every body whose reasoning or references OpenAI may not know. */
const TRACES: readonly string[] = [
  '"rs_20',
  '"item_reference"',
  '"encrypted_content":null',
  '"encrypted_content": null',
]

/** How reasoning is sent back; without any content it is known by its id alone. */
const REASONING: readonly string[] = ['"type":"reasoning"', '"type": "reasoning"']

export function mayHoldUnstored(bytes: Buffer): boolean {
  if (TRACES.some((trace) => bytes.includes(trace))) return true
  const holdsReasoning = REASONING.some((trace) => bytes.includes(trace))
  return holdsReasoning && !bytes.includes('"encrypted_content"')
}
