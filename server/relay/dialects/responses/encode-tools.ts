import type { ChatRequest, JsonObject, ToolDefinition } from '../../wire/chat'
import { withoutUndefined } from '../json-fields'

const NO_ARGUMENTS: JsonObject = { type: 'object', properties: {} }

/** `tools` and what goes with them; empty when the request has none. */
export function encodeTools(request: ChatRequest, losses: Set<string>): JsonObject {
  const { tools, toolChoice, parallelToolCalls } = request
  if (tools.length === 0) return {}
  return {
    tools: tools.map((tool) => encodeTool(tool, losses)),
    tool_choice:
      toolChoice?.mode === 'tool' ? { type: 'function', name: toolChoice.name } : toolChoice?.mode,
    parallel_tool_calls: parallelToolCalls,
  }
}

/** Strict is the default here, and refuses most schemas that were not written for it. */
function encodeTool(tool: ToolDefinition, losses: Set<string>): JsonObject {
  if (tool.cacheControl !== undefined) losses.add('cache_control')
  const { name, description, parameters = NO_ARGUMENTS, strict = false } = tool
  return withoutUndefined({ type: 'function', name, description, parameters, strict })
}
