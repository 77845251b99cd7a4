import type { ChatRequest, JsonObject, ToolDefinition } from '../../../wire/chat'
import { withoutUndefined } from '../json-fields'
import type { SchemaEncoder } from '../openai/encode-schemas'

/** `tools` and what goes with them; empty when the request has none. */
export function encodeTools(
  request: ChatRequest,
  schemas: SchemaEncoder,
  losses: Set<string>,
): JsonObject {
  const { tools, toolChoice, parallelToolCalls } = request
  if (tools.length === 0) return {}
  return {
    tools: tools.map((tool) => encodeTool(tool, schemas, losses)),
    tool_choice:
      toolChoice?.mode === 'tool' ? { type: 'function', name: toolChoice.name } : toolChoice?.mode,
    parallel_tool_calls: parallelToolCalls,
  }
}

/** Strict is the default here, and refuses most schemas that were not written for it. */
function encodeTool(tool: ToolDefinition, schemas: SchemaEncoder, losses: Set<string>): JsonObject {
  if (tool.cacheControl !== undefined) losses.add('cache_control')
  const { name, description } = tool
  const { schema: parameters, strict = false } = schemas.tool(tool)
  return withoutUndefined({ type: 'function', name, description, parameters, strict })
}
