/** What the console's chat page sends: an OpenAI request with a field of ours in it. */
import { BODY_SHAPE, requireNames } from '../../../domain/json/scan'
import { topLevelFields } from '../../formats/chat/top-level'
import { parseBody } from '../../formats/parsed-body'
import { invalid } from '../../wire/body-fields'
import { PARSE_LIMIT_BYTES } from '../../wire/shared-bytes'

export interface PlaygroundChat {
  /** "" for the user's own. */
  readonly group: string
  /** What the upstream may see. */
  readonly bytes: Uint8Array
}

/** `group` is ours, and the page sends 0 for "no limit", which upstreams refuse. */
export function readPlayground(sent: Buffer): PlaygroundChat {
  // Refuses what no request is before anything is parsed.
  if (sent.length > PARSE_LIMIT_BYTES) topLevelFields(sent)
  const { group, ...body } = parseBody(sent)
  requireNames(Object.keys(body), BODY_SHAPE)
  const { max_tokens: limit, ...unlimited } = body
  if (group !== undefined && group !== null && typeof group !== 'string') {
    throw invalid('group', 'reason.not_a_string')
  }
  const passed = limit === 0 ? unlimited : body
  return { group: group ?? '', bytes: Buffer.from(JSON.stringify(passed)) }
}
