/** Every operation; a new one is a file and a line here. */
import type { Operation } from '../../../domain/calls/protocol'
import { chat } from './chat'
import { compact } from './compact'
import { completions } from './completions'
import { countTokens } from './count-tokens'
import { embedV2 } from './embed-v2'
import { embeddings } from './embeddings'
import { imageEdits, images, imageVariations } from './images'
import { interactions } from './interactions'
import { moderations } from './moderations'
import { ocr } from './ocr'
import type { OperationRow } from './operation'
import { realtime } from './realtime'
import { rerank, rerankV2 } from './rerank'
import { speech } from './speech'
import { transcription, translation } from './transcription'

export const OPERATION_ROWS: Readonly<Record<Operation, OperationRow>> = {
  chat,
  interactions,
  completions,
  embeddings,
  embed_v2: embedV2,
  moderations,
  speech,
  realtime,
  transcription,
  translation,
  images,
  image_edits: imageEdits,
  image_variations: imageVariations,
  rerank,
  rerank_v2: rerankV2,
  ocr,
  count_tokens: countTokens,
  compact,
}
