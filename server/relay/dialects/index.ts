import type { DialectName } from '../../domain/protocol'
import { anthropicDialect } from './anthropic'
import { converseDialect } from './converse'
import { cozeDialect } from './coze'
import type { Dialect } from './dialect'
import { geminiDialect } from './gemini'
import { openaiDialect } from './openai'
import { responsesDialect } from './responses'

/** Every wire format that upstreams may speak, by name. */
export const DIALECT_CODECS: Readonly<Record<DialectName, Dialect>> = {
  openai: openaiDialect,
  responses: responsesDialect,
  anthropic: anthropicDialect,
  gemini: geminiDialect,
  converse: converseDialect,
  coze: cozeDialect,
}
