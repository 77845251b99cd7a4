import { asObject, optionalBoolean, optionalString } from '../../../wire/body-fields'
import type { JsonObject, ResponseFormat } from '../../../wire/chat'

/** A request for JSON by a schema, whose fields stand in `holder`. */
export function readSchemaFormat(holder: JsonObject, path: string): ResponseFormat {
  return {
    type: 'json_schema',
    name: optionalString(holder.name, `${path}.name`),
    schema: asObject(holder.schema, `${path}.schema`),
    strict: optionalBoolean(holder.strict, `${path}.strict`),
  }
}
