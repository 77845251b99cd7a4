import type { Capabilities } from '../../../../domain/models/capability'
import type { ChatRequest, JsonObject, ToolChoice, ToolDefinition } from '../../../wire/chat'
import { argumentsOf } from '../../schema/arguments'
import type { StrictRoom } from '../../schema/strict'

export interface ToolContext {
  readonly abilities: Capabilities
  /** What schemas that are strict may hold, all of the request together. */
  readonly room: StrictRoom
  readonly losses: Set<string>
}

/** `tools` and `tool_choice`; empty when the request has no tools. */
export function encodeTools(request: ChatRequest, context: ToolContext): JsonObject {
  if (request.tools.length === 0) return {}
  const choice = encodeChoice(request.toolChoice, request.parallelToolCalls)
  const tools = request.tools.map((tool) => encodeTool(tool, context))
  return { tools, ...(choice && { tool_choice: choice }) }
}

/** Anthropic wants an object schema even for a tool without arguments. */
function encodeTool(tool: ToolDefinition, { abilities, room, losses }: ToolContext): JsonObject {
  const plain = argumentsOf(tool, abilities.plainArguments, losses)
  const strict = tool.strict === true ? room.strictArguments(plain, losses) : undefined
  const isLax = tool.strict === false && abilities.strictTools
  return {
    name: tool.name,
    ...(tool.description !== undefined && { description: tool.description }),
    input_schema: strict ?? plain,
    ...(strict !== undefined && { strict: true }),
    ...(isLax && { strict: false }),
    ...(tool.cacheControl !== undefined && { cache_control: tool.cacheControl }),
  }
}

const CHOICE_TYPES = { auto: 'auto', none: 'none', required: 'any' } as const

function encodeChoice(
  choice: ToolChoice | undefined,
  parallel: boolean | undefined,
): JsonObject | undefined {
  const single = parallel === false && { disable_parallel_tool_use: true }
  if (choice === undefined) return single ? { type: 'auto', ...single } : undefined
  if (choice.mode === 'tool') return { type: 'tool', name: choice.name, ...single }
  const type = CHOICE_TYPES[choice.mode]
  return type === 'none' ? { type } : { type, ...single }
}

/** Whether the model must call a tool, which Anthropic does not allow while it thinks. */
export function forcesTool(request: ChatRequest): boolean {
  const mode = request.toolChoice?.mode
  return request.tools.length > 0 && (mode === 'required' || mode === 'tool')
}

/** The newest models refuse to be forced: they are left to choose. */
export function withAllowedChoice(
  request: ChatRequest,
  abilities: Capabilities,
  losses: Set<string>,
): ChatRequest {
  if (abilities.forcedTool || !forcesTool(request)) return request
  losses.add('tool_choice')
  return { ...request, toolChoice: { mode: 'auto' } }
}
