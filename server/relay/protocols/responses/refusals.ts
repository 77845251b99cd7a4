/**
 * What no channel can do for a Responses client here, refused by name before anything is charged.
 */
import { invalid, isObject } from '../body-fields'
import type { ReadField } from '../protocol'

/** Tools that a vendor charges for by units that no price here has. */
const UNPRICED: ReadonlySet<string> = new Set([
  'file_search',
  'code_interpreter',
  'image_generation',
])

/** Prompt templates belong to the upstream's account, whose ids clients cannot know. */
export function refuseTemplates(field: ReadField): void {
  const value = field('prompt')
  if (value !== undefined && value !== null) throw invalid('prompt', 'reason.keeps_no_prompts')
}

/** Throws `request.invalid`, on channels of every kind. */
export function refuseUnpriced(tools: unknown): void {
  if (!Array.isArray(tools)) return
  for (const [at, tool] of tools.entries()) {
    if (!isObject(tool)) continue
    const { type } = tool
    const isContainer = isObject(tool.environment) && tool.environment.type === 'container_auto'
    if (typeof type === 'string' && (UNPRICED.has(type) || isContainer)) {
      throw invalid(`tools[${at}]`, 'reason.tool_unpriced', { type })
    }
  }
}
