/**
 * What a gateway without a memory of its own cannot do for a Responses client, refused by name
 * before anything is charged.
 */
import type { ReasonKey } from '../../../domain/i18n/zh/reasons'
import { invalid, isObject } from '../body-fields'
import type { ReadField } from '../protocol'

/** State that lives at one account of one vendor, or is kept by nobody here. */
const KEPT_NOWHERE: Readonly<Record<string, ReasonKey>> = {
  previous_response_id: 'reason.keeps_no_answers',
  conversation: 'reason.keeps_no_answers',
  prompt: 'reason.keeps_no_prompts',
}

/** Tools that a vendor charges for by units that no price here has. */
const UNPRICED: ReadonlySet<string> = new Set([
  'file_search',
  'code_interpreter',
  'image_generation',
])

/** Throws `request.invalid`. */
export function refuseState(field: ReadField): void {
  for (const [name, reason] of Object.entries(KEPT_NOWHERE)) {
    const value = field(name)
    if (value !== undefined && value !== null) throw invalid(name, reason)
  }
  if (field('background') === true) throw invalid('background', 'reason.answers_at_once')
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
