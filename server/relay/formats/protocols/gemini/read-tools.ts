import {
  asList,
  asObject,
  asString,
  invalid,
  isAbsent,
  type Leftovers,
  oneOf,
  optionalString,
} from '../../../wire/body-fields'
import type { Json, JsonObject, ToolChoice, ToolDefinition } from '../../../wire/chat'
import { fieldsAt } from './messages'
import { plainSchema } from './read-schema'

const DECLARED: ReadonlySet<string> = new Set([
  'name',
  'description',
  'parameters',
  'parametersJsonSchema',
])

/** Tools that run at Google (search, code, maps, …) exist nowhere else. */
export function readTools(value: Json | undefined, leftovers: Leftovers): ToolDefinition[] {
  if (isAbsent(value)) return []
  return asList(value, 'tools').flatMap((item, at) => {
    const path = `tools[${at}]`
    const tool = fieldsAt(item, path)
    leftovers.putUnknown(tool, new Set(['functionDeclarations']), `${path}.`)
    if (isAbsent(tool.functionDeclarations)) return []
    const listed = `${path}.functionDeclarations`
    return asList(tool.functionDeclarations, listed).map((one, index) =>
      readTool(one, `${listed}[${index}]`, leftovers),
    )
  })
}

function readTool(value: Json, path: string, leftovers: Leftovers): ToolDefinition {
  const tool = fieldsAt(value, path)
  const name = asString(tool.name, `${path}.name`)
  if (name === '') throw invalid(`${path}.name`, 'reason.empty')
  leftovers.putUnknown(tool, DECLARED, `${path}.`)
  const description = optionalString(tool.description, `${path}.description`)
  return {
    name,
    ...(description !== undefined && { description }),
    parameters: parametersOf(tool, path),
  }
}

const NO_PARAMETERS: JsonObject = { type: 'object', properties: {} }

function parametersOf(tool: JsonObject, path: string): JsonObject {
  if (!isAbsent(tool.parametersJsonSchema)) {
    return asObject(tool.parametersJsonSchema, `${path}.parametersJsonSchema`)
  }
  if (isAbsent(tool.parameters)) return NO_PARAMETERS
  return plainSchema(asObject(tool.parameters, `${path}.parameters`))
}

const MODES = ['AUTO', 'ANY', 'NONE', 'VALIDATED', 'MODE_UNSPECIFIED'] as const
const PATH = 'toolConfig.functionCallingConfig'

export function readToolChoice(
  value: Json | undefined,
  leftovers: Leftovers,
): ToolChoice | undefined {
  if (isAbsent(value)) return undefined
  const config = fieldsAt(value, 'toolConfig')
  leftovers.putUnknown(config, new Set(['functionCallingConfig']), 'toolConfig.')
  if (isAbsent(config.functionCallingConfig)) return undefined
  const calling = fieldsAt(config.functionCallingConfig, PATH)
  const mode = isAbsent(calling.mode) ? 'AUTO' : oneOf(calling.mode, `${PATH}.mode`, MODES)
  const names = allowedNames(calling)
  const [only] = names
  if (mode === 'ANY' && only !== undefined && names.length === 1) {
    return { mode: 'tool', name: only }
  }
  if (names.length > 0) leftovers.put(`${PATH}.allowedFunctionNames`, names)
  // It may answer by text; only that the arguments are checked is Google's.
  if (mode === 'VALIDATED') leftovers.put(`${PATH}.mode`, mode)
  if (mode === 'ANY') return { mode: 'required' }
  return { mode: mode === 'NONE' ? 'none' : 'auto' }
}

function allowedNames({ allowedFunctionNames: names }: JsonObject): readonly string[] {
  if (isAbsent(names)) return []
  const path = `${PATH}.allowedFunctionNames`
  return asList(names, path).map((name, at) => asString(name, `${path}[${at}]`))
}
