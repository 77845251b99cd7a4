/** The schemas of one request that its upstream promises to keep to, which are limited together. */
import type { SchemaForm } from '../../../domain/vendor-limits/schema-forms'
import type { JsonObject } from '../../wire/chat'
import { fitSchema, isBeyond, type SchemaCounts } from './fit'

export class StrictRoom {
  /** `undefined` where nothing is kept to. */
  readonly #form: SchemaForm | undefined
  #tools = 0
  #counted: SchemaCounts = { properties: 0, optional: 0, unions: 0 }

  constructor(form: SchemaForm | undefined) {
    this.#form = form
  }

  /** The schema of a strict tool; `undefined`, and named, where it cannot be one. */
  strictArguments(schema: JsonObject, losses: Set<string>): JsonObject | undefined {
    const hasRoom = this.#form !== undefined && this.#tools < this.#form.most.tools
    const fitted = hasRoom ? this.fit(schema, { path: 'tools.parameters', losses }) : undefined
    if (fitted === undefined) losses.add('tools.strict')
    else this.#tools += 1
    return fitted
  }

  /** The schema as it is kept to; `undefined`, and nothing named, where it cannot be. */
  fit(
    schema: JsonObject,
    { path, losses }: { readonly path: string; readonly losses: Set<string> },
  ): JsonObject | undefined {
    if (this.#form === undefined) return undefined
    const fitted = fitSchema(schema, this.#form)
    const counted = sum(this.#counted, fitted.counted)
    if (fitted.unfit.length > 0 || isBeyond(counted, this.#form.most)) return undefined
    this.#counted = counted
    for (const keyword of fitted.lost) losses.add(`${path}.${keyword}`)
    return fitted.schema
  }
}

function sum(one: SchemaCounts, other: SchemaCounts): SchemaCounts {
  return {
    properties: one.properties + other.properties,
    optional: one.optional + other.optional,
    unions: one.unions + other.unions,
  }
}
