import { SCHEMA_FORMS } from '../../../../domain/vendor-limits/schema-forms'
import type { JsonObject, ToolChoice, ToolDefinition } from '../../../wire/chat'
import { plainArguments } from '../../schema/arguments'
import { fitSchema } from '../../schema/fit'
import { cleanSchema } from './schema'

/** Function names that stand for tools which Google itself runs. */
const BUILT_IN: Readonly<Record<string, JsonObject>> = {
  googleSearch: { googleSearch: {} },
  codeExecution: { codeExecution: {} },
  urlContext: { urlContext: {} },
}

export interface SchemaFields {
  /** Field for the OpenAPI subset, understood by every model. */
  readonly subset: string
  /** Field for full JSON Schema, understood from Gemini 2.5 on. */
  readonly full: string
}

/**
 * Puts a schema under the field that can carry it: the subset when nothing is lost, else the
 * full form where the model takes one, else the subset with its losses named under `path`.
 */
export function schemaField(
  schema: JsonObject,
  fields: SchemaFields,
  context: { takesJsonSchema: boolean; path: string; losses: Set<string> },
): JsonObject {
  const subset = cleanSchema(schema)
  const isFull = subset.lost.length > 0 && context.takesJsonSchema
  const fitted = isFull ? fitSchema(schema, SCHEMA_FORMS.gemini) : subset
  for (const keyword of fitted.lost) {
    context.losses.add(`${context.path}.${keyword}`)
  }
  return { [isFull ? fields.full : fields.subset]: fitted.schema }
}

/** `takesJsonSchema` says whether the model accepts `parametersJsonSchema`. */
export function encodeTools(
  tools: readonly ToolDefinition[],
  choice: ToolChoice | undefined,
  context: { takesJsonSchema: boolean; losses: Set<string> },
): JsonObject {
  const builtIns = tools
    .map((tool) => BUILT_IN[tool.name])
    .filter((builtIn) => builtIn !== undefined)
  const functions = tools.filter((tool) => BUILT_IN[tool.name] === undefined)
  const declarations = functions.map((tool) => declaration(tool, context))
  const list = [
    ...(declarations.length > 0 ? [{ functionDeclarations: declarations }] : []),
    ...builtIns,
  ]
  if (list.length === 0) {
    return {}
  }
  const config = functions.length > 0 ? callingConfig(choice) : undefined
  return {
    tools: list,
    ...(config !== undefined && { toolConfig: { functionCallingConfig: config } }),
  }
}

function declaration(
  tool: ToolDefinition,
  context: { takesJsonSchema: boolean; losses: Set<string> },
): JsonObject {
  if (tool.strict === true) {
    context.losses.add('tools.strict')
  }
  if (tool.cacheControl !== undefined) {
    context.losses.add('cache_control')
  }
  return {
    name: tool.name,
    ...(tool.description !== undefined && { description: tool.description }),
    ...parameters(tool.parameters, context),
  }
}

/** A function without parameters must have no schema at all. */
function parameters(
  schema: JsonObject | undefined,
  context: { takesJsonSchema: boolean; losses: Set<string> },
): JsonObject {
  if (schema === undefined || takesNothing(schema)) {
    return {}
  }
  const plain = plainArguments(schema, context.losses)
  const fields = { subset: 'parameters', full: 'parametersJsonSchema' }
  return schemaField(plain, fields, { ...context, path: 'tools.parameters' })
}

const COMPOSED = ['$ref', 'anyOf', 'oneOf', 'allOf', 'additionalProperties', 'patternProperties']

function takesNothing(schema: JsonObject): boolean {
  const isOpen = COMPOSED.some((key) => schema[key] !== undefined && schema[key] !== false)
  return Object.keys(schema.properties ?? {}).length === 0 && !isOpen
}

function callingConfig(choice: ToolChoice | undefined): JsonObject | undefined {
  switch (choice?.mode) {
    case undefined:
      return undefined
    case 'auto':
      return { mode: 'AUTO' }
    case 'none':
      return { mode: 'NONE' }
    case 'required':
      return { mode: 'ANY' }
    case 'tool':
      return BUILT_IN[choice.name] === undefined
        ? { mode: 'ANY', allowedFunctionNames: [choice.name] }
        : undefined
  }
}
