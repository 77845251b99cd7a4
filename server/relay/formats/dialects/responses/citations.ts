import type { JsonObject } from '../../../wire/chat'
import { annotatedIn } from '../openai/citations'
import type { ToldSources } from '../told-citations'

/** Annotations of one part, which counts from where its own text begins. */
export function annotatedAt(block: string, part: JsonObject): ToldSources {
  const { citations, sources } = annotatedIn(part)
  return { citations: citations.map((told) => ({ ...told, blocks: [block] })), sources }
}
