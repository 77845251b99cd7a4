/** Every operation; a new one is a file and a line here. */
import type { Operation } from '../../domain/protocol'
import { chat } from './chat'
import { completions } from './completions'
import { countTokens } from './count-tokens'
import { embeddings } from './embeddings'
import { moderations } from './moderations'
import type { OperationRow } from './operation'
import { realtime } from './realtime'
import { speech } from './speech'

export const OPERATION_ROWS: Readonly<Record<Operation, OperationRow>> = {
  chat,
  completions,
  embeddings,
  moderations,
  speech,
  realtime,
  count_tokens: countTokens,
}
