import type { DialectName } from '../../../domain/calls/protocol'
import { anthropicDialect } from './anthropic'
import { cohereDialect } from './cohere'
import { converseDialect } from './converse'
import { cozeDialect } from './coze'
import type { Dialect } from './dialect'
import { difyDialect } from './dify'
import { ernieDialect } from './ernie'
import { geminiDialect } from './gemini'
import { hunyuanDialect } from './hunyuan'
import { ollamaDialect } from './ollama'
import { openaiDialect } from './openai'
import { replicateDialect } from './replicate'
import { responsesDialect } from './responses'

/** Every wire format that upstreams may speak, by name. */
export const DIALECT_CODECS: Readonly<Record<DialectName, Dialect>> = {
  openai: openaiDialect,
  responses: responsesDialect,
  anthropic: anthropicDialect,
  gemini: geminiDialect,
  converse: converseDialect,
  coze: cozeDialect,
  cohere: cohereDialect,
  dify: difyDialect,
  ernie: ernieDialect,
  hunyuan: hunyuanDialect,
  ollama: ollamaDialect,
  replicate: replicateDialect,
}
