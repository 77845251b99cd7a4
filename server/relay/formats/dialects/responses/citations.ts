import type { JsonObject } from '../../../wire/chat'
import type { CollectedSources } from '../citation-collector'
import { annotatedIn } from '../openai/citations'

/** Annotations of one part, which counts from where its own text begins. */
export function annotatedAt(block: string, part: JsonObject): CollectedSources {
  const { citations, sources } = annotatedIn(part)
  return { citations: citations.map((citation) => ({ ...citation, blocks: [block] })), sources }
}
