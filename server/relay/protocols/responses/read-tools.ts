import type { Json, JsonObject, ToolChoice, ToolDefinition } from '../../wire/chat'
import {
  asList,
  asObject,
  asString,
  invalid,
  isAbsent,
  isList,
  isObject,
  type Leftovers,
  optionalBoolean,
  optionalString,
} from '../body-fields'

const FUNCTION_FIELDS: ReadonlySet<string> = new Set([
  'type',
  'name',
  'description',
  'parameters',
  'strict',
])
const CUSTOM_FIELDS: ReadonlySet<string> = new Set(['type', 'name', 'description'])

/** What a tool of free text becomes where there are only functions. */
const INPUT_SCHEMA: JsonObject = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
}

/** Throws `request.invalid` for tools that only OpenAI itself can run. */
export function readTools(body: JsonObject, leftovers: Leftovers): readonly ToolDefinition[] {
  if (isAbsent(body.tools)) return []
  const allowed = allowedNames(body.tool_choice)
  const tools: ToolDefinition[] = []
  for (const [at, value] of asList(body.tools, 'tools').entries()) {
    const path = `tools[${at}]`
    const made = readTool(asObject(value, path), path, leftovers)
    if (allowed === undefined || allowed.has(made.name)) tools.push(made)
  }
  return tools
}

function readTool(tool: JsonObject, path: string, leftovers: Leftovers): ToolDefinition {
  const type = asString(tool.type, `${path}.type`)
  if (type !== 'function' && type !== 'custom') {
    throw invalid(path, 'reason.tool_elsewhere', { type })
  }
  const name = asString(tool.name, `${path}.name`)
  if (name === '') throw invalid(`${path}.name`, 'reason.empty')
  const description = optionalString(tool.description, `${path}.description`)
  const described = description === undefined ? {} : { description }
  if (type === 'custom') {
    // Its grammar, for one: nobody else can be held to it.
    leftovers.putUnknown(tool, CUSTOM_FIELDS, `${path}.`)
    return { name, ...described, parameters: INPUT_SCHEMA }
  }
  leftovers.putUnknown(tool, FUNCTION_FIELDS, `${path}.`)
  const strict = optionalBoolean(tool.strict, `${path}.strict`)
  return {
    name,
    ...described,
    ...(!isAbsent(tool.parameters) && {
      parameters: asObject(tool.parameters, `${path}.parameters`),
    }),
    ...(strict !== undefined && { strict }),
  }
}

/** `undefined` when all may be called. */
function allowedNames(choice: Json | undefined): ReadonlySet<Json | undefined> | undefined {
  if (!isObject(choice) || choice.type !== 'allowed_tools') return undefined
  const tools = isList(choice.tools) ? choice.tools : []
  return new Set(tools.map((tool) => (isObject(tool) ? tool.name : undefined)))
}

export function readToolChoice(
  choice: Json | undefined,
  leftovers: Leftovers,
): ToolChoice | undefined {
  if (isAbsent(choice)) return undefined
  if (choice === 'auto' || choice === 'none' || choice === 'required') return { mode: choice }
  if (!isObject(choice)) throw invalid('tool_choice', 'reason.tool_choice')
  if (choice.type === 'function' || choice.type === 'custom') {
    return { mode: 'tool', name: asString(choice.name, 'tool_choice.name') }
  }
  if (choice.type === 'allowed_tools') {
    return { mode: choice.mode === 'required' ? 'required' : 'auto' }
  }
  leftovers.put('tool_choice', choice)
  return undefined
}
