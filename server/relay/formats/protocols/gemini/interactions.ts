/** What the pipeline must know of an interaction, whose fields have names of their own. */

import {
  asString,
  invalid,
  isAbsent,
  isObject,
  MAX_TOKENS_LIMIT,
  optionalInteger,
} from '../../../wire/body-fields'
import type { Json } from '../../../wire/chat'
import type { HeadNotes, ReadField } from '../protocol'

const PREVIOUS = 'previous_interaction_id'
const MAX_ID_CHARACTERS = 200
const CONFIG = 'generation_config'

/** Throws `request.invalid` for what costs money that is not known when it is answered. */
export function readInteraction(field: ReadField): HeadNotes {
  if (!isAbsent(field('agent') as Json)) throw invalid('agent', 'reason.agents_unpriced')
  if (field('background') === true) throw invalid('background', 'reason.answers_at_once')
  const config = field(CONFIG) as Json | undefined
  const limit = isObject(config) ? config.max_output_tokens : undefined
  const range = { min: 1, max: MAX_TOKENS_LIMIT }
  return {
    stream: field('stream') === true,
    maxTokens: optionalInteger(limit, `${CONFIG}.max_output_tokens`, range),
    keepsState: field('store') !== false,
    ...readPrevious(field(PREVIOUS) as Json | undefined),
  }
}

function readPrevious(previous: Json | undefined): Pick<HeadNotes, 'refs' | 'needs'> {
  if (isAbsent(previous)) return {}
  const id = asString(previous, PREVIOUS).slice(0, MAX_ID_CHARACTERS)
  return {
    refs: [{ id, kind: 'interaction', field: PREVIOUS }],
    needs: [{ family: 'interactions', reason: 'reason.keeps_no_answers', field: PREVIOUS }],
  }
}
