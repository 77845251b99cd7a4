import {
  asList,
  asObject,
  asString,
  invalid,
  isAbsent,
  isObject,
  type Leftovers,
  optionalBoolean,
  optionalString,
} from '../../../wire/body-fields'
import type { Json, JsonObject, ToolChoice, ToolDefinition } from '../../../wire/chat'

const FUNCTION_FIELDS: ReadonlySet<string> = new Set([
  'name',
  'description',
  'parameters',
  'strict',
])

/** `tools`, or the legacy `functions` in its place. */
export function readTools(body: JsonObject, leftovers: Leftovers): readonly ToolDefinition[] {
  if (isAbsent(body.tools)) return readFunctions(body.functions, leftovers)
  const tools: ToolDefinition[] = []
  for (const [at, value] of asList(body.tools, 'tools').entries()) {
    const path = `tools[${at}]`
    const tool = asObject(value, path)
    if (tool.type !== 'function') {
      leftovers.put(path, asString(tool.type, `${path}.type`))
      continue
    }
    const made = readFunction(tool.function, `${path}.function`, leftovers)
    const cacheControl = tool.cache_control
    tools.push({ ...made, ...(isObject(cacheControl) && { cacheControl }) })
  }
  return tools
}

function readFunctions(value: Json | undefined, leftovers: Leftovers): readonly ToolDefinition[] {
  if (isAbsent(value)) return []
  return asList(value, 'functions').map((item, at) =>
    readFunction(item, `functions[${at}]`, leftovers),
  )
}

function readFunction(value: Json | undefined, path: string, leftovers: Leftovers): ToolDefinition {
  const made = asObject(value, path)
  const name = asString(made.name, `${path}.name`)
  if (name === '') throw invalid(`${path}.name`, 'reason.empty')
  const description = optionalString(made.description, `${path}.description`)
  const strict = optionalBoolean(made.strict, `${path}.strict`)
  leftovers.putUnknown(made, FUNCTION_FIELDS, `${path}.`)
  return {
    name,
    ...(description !== undefined && { description }),
    ...(!isAbsent(made.parameters) && {
      parameters: asObject(made.parameters, `${path}.parameters`),
    }),
    ...(strict !== undefined && { strict }),
  }
}

/** `tool_choice`, or the legacy `function_call` in its place. */
export function readToolChoice(body: JsonObject, leftovers: Leftovers): ToolChoice | undefined {
  const legacy = isAbsent(body.tool_choice)
  const path = legacy ? 'function_call' : 'tool_choice'
  const choice = legacy ? body.function_call : body.tool_choice
  if (isAbsent(choice)) return undefined
  if (choice === 'auto' || choice === 'none' || choice === 'required') return { mode: choice }
  if (!isObject(choice)) throw invalid(path, 'reason.tool_choice')
  if (legacy) return { mode: 'tool', name: asString(choice.name, `${path}.name`) }
  if (choice.type === 'function') {
    const made = asObject(choice.function, `${path}.function`)
    return { mode: 'tool', name: asString(made.name, `${path}.function.name`) }
  }
  // Custom tools and lists of allowed tools exist at OpenAI only.
  leftovers.put(path, choice)
  return undefined
}
