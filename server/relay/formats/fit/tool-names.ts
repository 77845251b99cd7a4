/** Names of tools as their target takes them, everywhere they stand in a request. */

import { answersCalls } from '../../../domain/calls/model-calls'
import { capabilitiesOf } from '../../../domain/models/capabilities'
import { type ToolNameRule, targetLimits } from '../../../domain/vendor-limits/names'
import type { ChatRequest, Part } from '../../wire/chat'
import type { UpstreamCall } from '../dialects/dialect'
import { sha256 } from './hashes'

export interface FittedNames {
  readonly request: ChatRequest
  /** Name that the upstream knows → name that the client wrote. */
  readonly toolNames: Readonly<Record<string, string>>
}

export function ruleFor({ channel, upstreamModel }: UpstreamCall): ToolNameRule {
  const { type } = channel
  const { toolNames } = targetLimits(answersCalls(type) ? type.dialect : 'openai')
  const { longestToolName } = capabilitiesOf(upstreamModel)
  return { ...toolNames, most: Math.min(toolNames.most, longestToolName) }
}

/** What is too long, or has other characters than are taken, ends in a hash of the whole. */
export function withFittingNames(
  request: ChatRequest,
  call: UpstreamCall,
  losses: Set<string>,
): FittedNames {
  const rule = ruleFor(call)
  const toolNames: Record<string, string> = {}
  for (const name of namesIn(request)) {
    if (fits(name, rule)) continue
    losses.add(lossOf(name, rule))
    toolNames[madeName(name, rule)] = name
  }
  const made = new Map(Object.entries(toolNames).map(([short, name]) => [name, short]))
  if (made.size === 0) return { request, toolNames }
  const fit = (name: string): string => made.get(name) ?? name
  const tools = request.tools.map((tool) => ({ ...tool, name: fit(tool.name) }))
  const messages = request.messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) => withName(part, fit)),
  }))
  const { toolChoice: choice } = request
  const toolChoice = choice?.mode === 'tool' ? { ...choice, name: fit(choice.name) } : choice
  return { request: { ...request, tools, messages, toolChoice }, toolNames }
}

export function fits(name: string, { most, pattern }: ToolNameRule): boolean {
  return name.length <= most && pattern.test(name)
}

export function lossOf(name: string, { most }: ToolNameRule): string {
  return name.length > most ? 'tools.name:shortened' : 'tools.name:renamed'
}

/** A name that is forced is offered, too. */
function namesIn({ tools, messages }: ChatRequest): ReadonlySet<string> {
  const names = new Set(tools.map(({ name }) => name))
  for (const { parts } of messages) {
    for (const part of parts) if (part.type === 'tool_call') names.add(part.name)
  }
  return names
}

function withName(part: Part, fit: (name: string) => string): Part {
  if (part.type === 'tool_call') return { ...part, name: fit(part.name) }
  if (part.type !== 'tool_result' || part.name === undefined) return part
  return { ...part, name: fit(part.name) }
}

const HASH_CHARACTERS = 8

export function madeName(name: string, { most, pattern }: ToolNameRule): string {
  const plain = name.replaceAll(/[^a-zA-Z0-9_-]+/g, '_')
  const begun = pattern.test(plain) ? plain : `_${plain}`
  const hash = sha256(name).slice(0, HASH_CHARACTERS)
  return `${begun.slice(0, most - HASH_CHARACTERS - 1)}_${hash}`
}
