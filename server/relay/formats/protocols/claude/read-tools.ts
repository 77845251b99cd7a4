import {
  asList,
  asObject,
  asString,
  invalid,
  isAbsent,
  type Leftovers,
  oneOf,
  optionalBoolean,
  optionalString,
} from '../../../wire/body-fields'
import type { JsonObject, ToolChoice, ToolDefinition } from '../../../wire/chat'
import { cacheOf } from './read-blocks'

const TOOL_FIELDS: ReadonlySet<string> = new Set([
  'type',
  'name',
  'description',
  'input_schema',
  'strict',
  'cache_control',
])

/** Tools that run at Anthropic (search, code execution, …) exist nowhere else. */
export function readTools(body: JsonObject, leftovers: Leftovers): readonly ToolDefinition[] {
  if (isAbsent(body.tools)) return []
  const tools: ToolDefinition[] = []
  for (const [at, value] of asList(body.tools, 'tools').entries()) {
    const path = `tools[${at}]`
    const tool = asObject(value, path)
    if (isAbsent(tool.type) || tool.type === 'custom') tools.push(readTool(tool, path, leftovers))
    else leftovers.put(path, asString(tool.type, `${path}.type`))
  }
  return tools
}

function readTool(tool: JsonObject, path: string, leftovers: Leftovers): ToolDefinition {
  const name = asString(tool.name, `${path}.name`)
  if (name === '') throw invalid(`${path}.name`, 'reason.empty')
  leftovers.putUnknown(tool, TOOL_FIELDS, `${path}.`)
  return {
    name,
    description: optionalString(tool.description, `${path}.description`),
    parameters: asObject(tool.input_schema, `${path}.input_schema`),
    strict: optionalBoolean(tool.strict, `${path}.strict`),
    ...cacheOf(tool, path),
  }
}

export interface ToolChoiceFields {
  readonly toolChoice?: ToolChoice
  readonly parallelToolCalls?: boolean
}

export function readToolChoice(body: JsonObject): ToolChoiceFields {
  if (isAbsent(body.tool_choice)) return {}
  const choice = asObject(body.tool_choice, 'tool_choice')
  const type = oneOf(choice.type, 'tool_choice.type', ['auto', 'any', 'tool', 'none'])
  const path = 'tool_choice.disable_parallel_tool_use'
  const disabled = optionalBoolean(choice.disable_parallel_tool_use, path)
  const parallel = disabled === undefined ? {} : { parallelToolCalls: !disabled }
  if (type === 'tool') {
    const name = asString(choice.name, 'tool_choice.name')
    return { toolChoice: { mode: 'tool', name }, ...parallel }
  }
  return { toolChoice: { mode: type === 'any' ? 'required' : type }, ...parallel }
}
