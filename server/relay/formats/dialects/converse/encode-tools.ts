import type { Capabilities } from '../../../../domain/models/capability'
import type { ChatRequest, JsonObject, ToolChoice, ToolDefinition } from '../../../wire/chat'
import { argumentsOf } from '../../schema/arguments'
import { cachePoint } from './encode-blocks'

/** `undefined` when no tool is offered or was called. */
export function encodeTools(
  request: ChatRequest,
  { plainArguments }: Pick<Capabilities, 'plainArguments'>,
  losses: Set<string>,
): JsonObject | undefined {
  const isOff = request.toolChoice?.mode === 'none'
  const named = isOff || request.tools.length === 0 ? calledBefore(request) : []
  if (request.tools.length === 0) return named.length === 0 ? undefined : { tools: named }
  if (isOff && named.length === 0) return undefined
  if (request.tools.some((tool) => tool.strict === true)) losses.add('tools.strict')
  const tools = request.tools.flatMap((tool) => {
    const json = argumentsOf(tool, plainArguments, losses)
    return [{ toolSpec: toolSpec(tool, json) }, ...cachePoint(tool.cacheControl, losses)]
  })
  // There is no word for "none", and a history of calls is refused without its tools.
  if (isOff) losses.add('tool_choice:none')
  const toolChoice = encodeChoice(request.toolChoice)
  return { tools, ...(toolChoice && { toolChoice }) }
}

function toolSpec({ name, description }: ToolDefinition, json: JsonObject): JsonObject {
  return { name, ...(description && { description }), inputSchema: { json } }
}

/** Tools of the conversation so far, which is refused without them. */
function calledBefore({ messages }: ChatRequest): readonly JsonObject[] {
  const parts = messages.flatMap((message) => message.parts)
  const names = new Set(parts.flatMap((part) => (part.type === 'tool_call' ? [part.name] : [])))
  const json = { type: 'object', properties: {} }
  return [...names].map((name) => ({ toolSpec: { name, inputSchema: { json } } }))
}

function encodeChoice(choice: ToolChoice | undefined): JsonObject | undefined {
  switch (choice?.mode) {
    case 'auto':
      return { auto: {} }
    case 'required':
      return { any: {} }
    case 'tool':
      return { tool: { name: choice.name } }
    default:
      return undefined
  }
}
