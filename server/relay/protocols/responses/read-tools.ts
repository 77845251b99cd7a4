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

/**
 * Throws `request.invalid` for tools that only OpenAI itself can run. Looking into the web is
 * named as lost where the model may leave it alone: agents offer it beside their own tools in
 * every request, and do their work without.
 */
export function readTools(body: JsonObject, leftovers: Leftovers): readonly ToolDefinition[] {
  if (isAbsent(body.tools)) return []
  const allowed = allowedNames(body.tool_choice)
  const listed = listedTools(
    asList(body.tools, 'tools').map((tool, at) => asObject(tool, `tools[${at}]`)),
  )
  const isOffered = ({ tool }: ListedTool) => !isSearch(tool)
  const mayDoWithout = listed.some(isOffered) && !isObject(body.tool_choice)
  const tools: ToolDefinition[] = []
  for (const one of listed) {
    if (mayDoWithout && !isOffered(one)) {
      leftovers.put(`${one.path}.web_search`, true)
      continue
    }
    const made = readTool(one, leftovers)
    if (allowed === undefined || allowed.has(made.name)) tools.push(made)
  }
  return tools
}

function isSearch({ type }: JsonObject): boolean {
  return typeof type === 'string' && type.startsWith('web_search')
}

function readTool({ tool, namespace, path }: ListedTool, leftovers: Leftovers): ToolDefinition {
  const type = asString(tool.type, `${path}.type`)
  if (type !== 'function' && type !== 'custom') {
    throw invalid(path, 'reason.tool_elsewhere', { type })
  }
  const own = asString(tool.name, `${path}.name`)
  if (own === '') throw invalid(`${path}.name`, 'reason.empty')
  const name = flatName(namespace, own)
  const description = optionalString(tool.description, `${path}.description`)
  const described = description === undefined ? {} : { description }
  if (type === 'custom') {
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

export function readToolChoice(
  choice: Json | undefined,
  leftovers: Leftovers,
): ToolChoice | undefined {
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
