import type { DialectName } from '../../domain/protocol'
import type { Clock } from '../ports'
import { anthropicDialect } from './anthropic'
import type { Dialect } from './dialect'
import { geminiDialect } from './gemini'
import { createOpenaiDialect } from './openai'
import { createResponsesDialect } from './responses'

/** Every wire format that upstreams may speak, by name. */
export function createDialects(clock: Clock): Readonly<Record<DialectName, Dialect>> {
  return {
    openai: createOpenaiDialect(clock),
    responses: createResponsesDialect(clock),
    anthropic: anthropicDialect,
    gemini: geminiDialect,
  }
}
