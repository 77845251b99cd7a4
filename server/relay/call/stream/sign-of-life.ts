/** What shows a client that its stream is alive while there is nothing to say. */

import { PROTOCOL_CODECS } from '../../formats/protocols'
import type { CallFacts } from '../call-facts'

/** Space between the members of a JSON list means nothing. */
const SPACE = '\n'

export function signOfLife(facts: Pick<CallFacts, 'protocol' | 'operation' | 'query'>): Buffer {
  const { protocol, operation, query } = facts
  return Buffer.from(query.asList ? SPACE : PROTOCOL_CODECS[protocol].signOfLife(operation))
}
