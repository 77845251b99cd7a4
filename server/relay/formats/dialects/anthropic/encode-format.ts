/**
 * Answers in JSON. Models with structured outputs take a schema that fits them; else, and for
 * JSON without a schema, the answer is requested as the arguments of a tool that must be called.
 */
import type { ChatRequest, JsonObject, ResponseFormat, ToolDefinition } from '../../../wire/chat'
import { forcesTool, type ToolContext } from './encode-tools'

const TOOL_NAME = 'json_answer'
const PATH = 'response_format.json_schema.schema'

export interface FormatPlan {
  readonly request: ChatRequest
  /** Value of `output_config.format`; `undefined` leaves it out. */
  readonly format: JsonObject | undefined
  /** Tool whose arguments are the answer. */
  readonly textTool: string | undefined
}

export function planFormat(
  request: ChatRequest,
  { abilities, room, losses }: ToolContext,
): FormatPlan {
  const { responseFormat } = request
  const plain: FormatPlan = { request, format: undefined, textTool: undefined }
  if (responseFormat === undefined) return plain
  if (responseFormat.type === 'json_schema' && abilities.jsonSchema) {
    const fitted = room.fit(responseFormat.schema, { path: PATH, losses })
    if (fitted !== undefined) return { ...plain, format: { type: 'json_schema', schema: fitted } }
  }
  const schema = schemaOf(responseFormat)
  const isTaken = request.tools.some((tool) => tool.name === TOOL_NAME)
  if (schema === undefined || !abilities.forcedTool || forcesTool(request) || isTaken) {
    losses.add('response_format')
    return plain
  }
  losses.add('response_format:emulated')
  return { ...plain, request: withTool(request, schema), textTool: TOOL_NAME }
}

/** Arguments are an object, so the answer must be one. */
function schemaOf(format: ResponseFormat): JsonObject | undefined {
  if (format.type === 'json_object') return { type: 'object', additionalProperties: true }
  const { type = 'object' } = format.schema
  return type === 'object' ? format.schema : undefined
}

/** Next to tools of the client's own the model chooses: one of them, or the answer. */
function withTool(request: ChatRequest, parameters: JsonObject): ChatRequest {
  const tool: ToolDefinition = {
    name: TOOL_NAME,
    description: 'Gives the answer to the user. Its arguments are the whole answer.',
    parameters,
  }
  const tools = [...request.tools, tool]
  if (request.tools.length > 0 && request.toolChoice?.mode !== 'none') {
    return { ...request, tools, toolChoice: { mode: 'required' } }
  }
  const toolChoice = { mode: 'tool', name: TOOL_NAME } as const
  return { ...request, tools, toolChoice, parallelToolCalls: false }
}
