/**
 * Keeps a conversation where it was: vendors give a discount on what their cache has seen, and
 * every key and account has a cache of its own. A weighted rendezvous hash needs no memory, is
 * the same on every node, and moves only the conversations of a channel that comes or goes.
 */

import { createHash } from 'node:crypto'
import { OPERATION_ROWS } from '../../formats/operations'
import type { Call } from '../call'
import type { CallFacts } from '../call-facts'
import { conversationInHeaders } from '../query/conversation'

/** Below this vendors cache nothing, so that calls are better spread. */
const LEAST_CACHED_BYTES = 4096
/** Of a part that distinguishes conversations. */
const MOST_HASHED = 2048

/** Of a hash: vendors take 64 in all. */
const KEY_CHARACTERS = 40

/**
 * A number that the calls of one conversation have in common; `undefined` for calls that gain
 * nothing from staying where they were.
 */
export function affinityFor(call: Call): number | undefined {
  // Found out once, and only where there is something to choose from.
  if (call.affinity === 'not-looked-up') call.affinity = affinityOf(call.facts, call.headers)
  return call.affinity
}

/**
 * The conversation for a vendor's cache: the same for all of its turns and nobody else's, in words
 * that tell the vendor nothing.
 */
export function conversationKey({ facts, headers }: Call): string | undefined {
  const mark = markOf(facts, headers)
  if (mark === undefined) return undefined
  const own = `${facts.user.id}:${mark}`
  return `gw-${createHash('sha256').update(own).digest('hex').slice(0, KEY_CHARACTERS)}`
}

function markOf(facts: CallFacts, headers: Headers | undefined): string | undefined {
  if (OPERATION_ROWS[facts.operation].codec !== 'chat') return undefined
  return namedConversation(facts, headers) ?? stablePrefix(facts)
}

function affinityOf(facts: CallFacts, headers: Headers | undefined): number | undefined {
  const mark = markOf(facts, headers)
  if (mark === undefined) return undefined
  return hashOf(`${facts.token?.id ?? 0}:${facts.user.id}:${facts.query.model}:${mark}`)
}

/** What the client calls it. */
function namedConversation({ query }: CallFacts, headers: Headers | undefined): string | undefined {
  if (query.conversation !== undefined) return query.conversation.affinity
  return headers && conversationInHeaders(headers)?.affinity
}

/** Where each protocol has what stands before the conversation, and the conversation itself. */
const BEFORE = ['system', 'instructions', 'systemInstruction', 'system_instruction'] as const
const TURNS = ['messages', 'input', 'contents', 'prompt'] as const

/** The first words of both sides: they stay as they are while the conversation grows. */
function stablePrefix({ query }: CallFacts): string | undefined {
  const { bytes, parsed } = query
  if (bytes.length < LEAST_CACHED_BYTES) return undefined
  if (parsed === undefined) return prefixOfBytes(bytes)
  const body = parsed.json()
  const parts: unknown[] = []
  for (const name of BEFORE) if (query.fields.has(name)) parts.push(body[name])
  for (const name of TURNS) {
    const turns = query.fields.has(name) ? body[name] : undefined
    if (Array.isArray(turns)) parts.push(...turns.slice(0, firstAsked(turns) + 1))
    else if (turns !== undefined) parts.push(turns)
  }
  return parts.map((part) => JSON.stringify(part).slice(0, MOST_HASHED)).join()
}

function firstAsked(turns: readonly unknown[]): number {
  const at = turns.findIndex((turn) => Object(turn).role === 'user')
  return at < 0 ? 0 : at
}

/** Of a body that is too long to be parsed here, whose first turns are long as well. */
function prefixOfBytes(bytes: Buffer): string {
  for (const name of TURNS) {
    const at = bytes.indexOf(`"${name}"`)
    if (at >= 0) return bytes.toString('latin1', at, at + MOST_HASHED)
  }
  return bytes.toString('latin1', 0, MOST_HASHED)
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return hash >>> 0
}

interface WeightedChannel<Candidate> {
  readonly idOf: (candidate: Candidate) => number
  readonly weightOf: (candidate: Candidate) => number
}

/** The same one for the same number while it is there; shares follow the weights. */
export function rendezvous<Candidate>(
  candidates: readonly Candidate[],
  affinity: number,
  { idOf, weightOf }: WeightedChannel<Candidate>,
): Candidate | undefined {
  let best: Candidate | undefined
  let bestScore = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const score = -Math.log(fractionOf(affinity, idOf(candidate))) / weightOf(candidate)
    if (score >= bestScore) continue
    bestScore = score
    best = candidate
  }
  return best
}

/** In (0, 1); the last steps of MurmurHash3 spread what FNV leaves close together. */
function fractionOf(affinity: number, id: number): number {
  let mixed = affinity ^ Math.imul(id, 0x9e3779b1)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  mixed ^= mixed >>> 16
  return ((mixed >>> 0) + 0.5) / 0x1_0000_0000
}
