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
} from '../../../wire/body-fields'
import type { Json, JsonObject, ToolChoice, ToolDefinition } from '../../../wire/chat'
import { flatName, type ListedTool, listedTools } from './namespaces'

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

export interface Tooling {
  readonly tools: readonly ToolDefinition[]
  readonly toolChoice: ToolChoice | undefined
  readonly parallelToolCalls: boolean | undefined
}

/**
 * Tools that only OpenAI knows, run by itself or by its own clients, are named as lost: agents
 * offer them along with their functions in every request, and do their work without. Throws
 * `request.invalid` where the model has to call one of them.
 */
export function readTooling(body: JsonObject, leftovers: Leftovers): Tooling {
  const listed = listedTools(
    isAbsent(body.tools)
      ? []
      : asList(body.tools, 'tools').map((tool, at) => asObject(tool, `tools[${at}]`)),
  )
  const hosted = listed.filter((one) => !CALLED_BY_NAME.has(typeOf(one)))
  refuseDemanded(body.tool_choice, hosted)
  for (const one of hosted) leftovers.put(`${one.path}.${typeOf(one)}`, true)
  const allowed = allowedNames(body.tool_choice)
  const tools = listed
    .filter((one) => CALLED_BY_NAME.has(typeOf(one)))
    .map((one) => readTool(one, leftovers))
    .filter(({ name }) => allowed === undefined || allowed.has(name))
  const toolChoice = readToolChoice(body.tool_choice, leftovers)
  const parallelToolCalls = optionalBoolean(body.parallel_tool_calls, 'parallel_tool_calls')
  const [unserved] = hosted
  if (unserved === undefined || tools.length > 0) return { tools, toolChoice, parallelToolCalls }
  if (toolChoice?.mode === 'required') throw elsewhere(unserved)
  // Vendors refuse a choice among no tools.
  return { tools, toolChoice: undefined, parallelToolCalls: undefined }
}

/** Tools of the client, whatever the vendor. */
const CALLED_BY_NAME: ReadonlySet<string> = new Set(['function', 'custom'])

function typeOf({ tool, path }: ListedTool): string {
  return asString(tool.type, `${path}.type`)
}

/** A choice of the kind of tool, as `{"type": "web_search"}` is, leaves the model no other. */
function refuseDemanded(choice: Json | undefined, hosted: readonly ListedTool[]): void {
  if (!isObject(choice)) return
  const demanded = hosted.find(({ tool }) => tool.type === choice.type)
  if (demanded !== undefined) throw elsewhere(demanded)
}

function elsewhere(one: ListedTool): Error {
  return invalid(one.path, 'reason.tool_elsewhere', { type: typeOf(one) })
}

function readTool({ tool, namespace, path }: ListedTool, leftovers: Leftovers): ToolDefinition {
  const own = asString(tool.name, `${path}.name`)
  if (own === '') throw invalid(`${path}.name`, 'reason.empty')
  const name = flatName(namespace, own)
  const description = optionalString(tool.description, `${path}.description`)
  const described = description === undefined ? {} : { description }
  if (tool.type === 'custom') {
    // Its grammar is named as lost: no other vendor can be held to one.
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
  return new Set(
    tools.map((tool) =>
      isObject(tool) && typeof tool.name === 'string'
        ? flatName(tool.namespace, tool.name)
        : undefined,
    ),
  )
}

function readToolChoice(choice: Json | undefined, leftovers: Leftovers): ToolChoice | undefined {
  if (isAbsent(choice)) return undefined
  if (choice === 'auto' || choice === 'none' || choice === 'required') return { mode: choice }
  if (!isObject(choice)) throw invalid('tool_choice', 'reason.tool_choice')
  if (choice.type === 'function' || choice.type === 'custom') {
    const name = flatName(choice.namespace, asString(choice.name, 'tool_choice.name'))
    return { mode: 'tool', name }
  }
  if (choice.type === 'allowed_tools') {
    return { mode: choice.mode === 'required' ? 'required' : 'auto' }
  }
  leftovers.put('tool_choice', choice)
  return undefined
}
