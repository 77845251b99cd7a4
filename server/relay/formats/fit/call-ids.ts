/** Ids of calls as their target takes them. */

import { answersCalls } from '../../../domain/calls/model-calls'
import { capabilitiesOf } from '../../../domain/models/capabilities'
import {
  type CallIdRule,
  idsFit,
  shapeOfId,
  targetLimits,
} from '../../../domain/vendor-limits/names'
import type { UpstreamCall } from '../dialects/dialect'
import { hashOf } from './hashes'

/** The narrowest that is known: of the model, of the vendor, of the wire format. */
export function callIdRule({ channel, upstreamModel }: UpstreamCall): CallIdRule {
  const { type } = channel
  const dialect = answersCalls(type) ? type.dialect : 'openai'
  const own = capabilitiesOf(upstreamModel).callIds ?? type.traits.callIds[dialect]
  return own ?? targetLimits(dialect).callIds
}

/** Long enough never to meet another one by chance. */
const MADE_CHARACTERS = 24

/** Gives out ids for the calls of one request, in their order. */
export class CallIds {
  readonly #rule: CallIdRule
  #taken = new Set<string>()

  constructor(rule: CallIdRule) {
    this.#rule = rule
  }

  beginTurn(): void {
    if (this.#rule.unique === 'turn') this.#taken = new Set()
  }

  /** The id itself if it fits and is free, else one made out of it. */
  idFor(id: string): string {
    let made = idsFit(shapeOfId(id), this.#rule) ? id : this.#made(id)
    for (let copy = 2; this.#taken.has(made); copy += 1) made = this.#made(`${id}\n${copy}`)
    this.#taken.add(made)
    return made
  }

  #made(text: string): string {
    return hashOf(text, Math.min(MADE_CHARACTERS, this.#rule.most))
  }
}
