/** Schemas of functions and answers, as chat completions and Responses take both of them. */
import { capabilitiesOf } from '../../../../domain/models/capabilities'
import { SCHEMA_FORMS } from '../../../../domain/vendor-limits/schema-forms'
import type { JsonObject, ResponseFormat, ToolDefinition } from '../../../wire/chat'
import { argumentsOf } from '../../schema/arguments'
import { StrictRoom } from '../../schema/strict'

const FORMAT_PATH = 'response_format.json_schema'

type SchemaFormat = Extract<ResponseFormat, { type: 'json_schema' }>

/** `strict` is `undefined` where the client did not say, or cannot have it. */
interface EncodedSchema {
  readonly schema: JsonObject
  readonly strict: boolean | undefined
}

export class SchemaEncoder {
  readonly #room = new StrictRoom(SCHEMA_FORMS.openai)
  readonly #isPlain: boolean
  readonly #losses: Set<string>

  constructor(model: string, losses: Set<string>) {
    this.#isPlain = capabilitiesOf(model).plainArguments
    this.#losses = losses
  }

  tool(tool: ToolDefinition): EncodedSchema {
    const plain = argumentsOf(tool, this.#isPlain, this.#losses)
    if (tool.strict !== true) return { schema: plain, strict: tool.strict }
    const fitted = this.#room.strictArguments(plain, this.#losses)
    return fitted === undefined
      ? { schema: plain, strict: undefined }
      : { schema: fitted, strict: true }
  }

  /** A format that cannot be strict here is requested all the same. */
  format({ schema, strict }: SchemaFormat): EncodedSchema {
    if (strict !== true) return { schema, strict }
    const path = `${FORMAT_PATH}.schema`
    const fitted = this.#room.fit(schema, { path, losses: this.#losses })
    if (fitted !== undefined) return { schema: fitted, strict }
    this.#losses.add(`${FORMAT_PATH}.strict`)
    return { schema, strict: undefined }
  }
}
