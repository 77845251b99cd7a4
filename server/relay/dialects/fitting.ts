/** Parts of a request that every dialect makes fit its target, each change named. */
import { createHash } from 'node:crypto'
import { refusedAbove } from '../../domain/models/capabilities'
import type { ChatRequest, Part, TextPart } from '../wire/chat'
import type { UpstreamCall } from './dialect'

/** The answer's length, lowered to what the model can write. */
export function fittingOutput(
  tokens: number | undefined,
  { requestedModel, upstreamModel, settings }: UpstreamCall,
  losses: Set<string>,
): number | undefined {
  const own = settings.outputLimits
  const most = Object.hasOwn(own, requestedModel)
    ? own[requestedModel]
    : refusedAbove(upstreamModel, own)
  if (tokens === undefined || most === undefined || tokens <= most) return tokens
  losses.add(`max_tokens:${most}`)
  return most
}

/** An id that is too long, as its hash: the same user stays the same. */
export function fittingUser(
  user: string | undefined,
  longest: number,
  losses: Set<string>,
): string | undefined {
  if (user === undefined || user.length <= longest) return user
  losses.add('user:hashed')
  return sha256(user).slice(0, longest)
}

/** An id that pairs a call with its result, in a vendor's length: both change alike. */
export function fittingCallId(id: string, longest: number): string {
  return id.length <= longest ? id : sha256(id).slice(0, longest)
}

/** Fields of the canonical request that neither Messages nor Responses has a place for. */
export function noteUnknown(request: ChatRequest, losses: Set<string>): void {
  if (request.seed !== undefined) losses.add('seed')
  if (request.frequencyPenalty) losses.add('frequency_penalty')
  if (request.presencePenalty) losses.add('presence_penalty')
  if (request.answers !== undefined && request.answers > 1) losses.add('n')
}

/** A line for Anthropic's accounting, which would be a prompt anywhere else and spoil caches. */
const BILLING_HEADER = 'x-anthropic-billing-header:'

export function promptsOf(system: readonly TextPart[], losses: Set<string>): readonly TextPart[] {
  const prompts = system.filter(({ text }) => !text.startsWith(BILLING_HEADER))
  if (prompts.length < system.length) losses.add('system:x-anthropic-billing-header')
  return prompts
}

export interface ShortNamed {
  readonly request: ChatRequest
  /** Shortened name → name that the client wrote. */
  readonly toolNames: Readonly<Record<string, string>>
}

/** Long names of tools end in a hash of the whole, everywhere they stand. */
export function withShortNames(
  request: ChatRequest,
  longest: number,
  losses: Set<string>,
): ShortNamed {
  if (!hasLongName(request, longest)) return { request, toolNames: {} }
  losses.add('tools.name:shortened')
  const toolNames: Record<string, string> = {}
  const short = (name: string): string => {
    if (name.length <= longest) return name
    const made = shortName(name, longest)
    toolNames[made] = name
    return made
  }
  const tools = request.tools.map((tool) => ({ ...tool, name: short(tool.name) }))
  const messages = request.messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) => withShortName(part, short)),
  }))
  const { toolChoice } = request
  const choice =
    toolChoice?.mode === 'tool' ? { ...toolChoice, name: short(toolChoice.name) } : toolChoice
  return { request: { ...request, tools, messages, toolChoice: choice }, toolNames }
}

/** A name that is forced is offered, too. */
function hasLongName({ tools, messages }: ChatRequest, longest: number): boolean {
  if (tools.some(({ name }) => name.length > longest)) return true
  return messages.some(({ parts }) =>
    parts.some((part) => part.type === 'tool_call' && part.name.length > longest),
  )
}

function withShortName(part: Part, short: (name: string) => string): Part {
  if (part.type === 'tool_call') return { ...part, name: short(part.name) }
  if (part.type !== 'tool_result' || part.name === undefined) return part
  return { ...part, name: short(part.name) }
}

const HASH_CHARACTERS = 8

function shortName(name: string, longest: number): string {
  const hash = sha256(name).slice(0, HASH_CHARACTERS)
  return `${name.slice(0, longest - HASH_CHARACTERS - 1)}_${hash}`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
