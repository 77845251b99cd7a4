/**
 * What no channel can do for a Responses client here, refused by name before anything is charged.
 */

import { invalid, isAbsent, isObject } from '../../../wire/body-fields'
import type { Json } from '../../../wire/chat'
import { refuseDisguisedIn } from '../../../wire/judged-fields'
import type { ReadField } from '../protocol'

/** Tools that a vendor charges for by units that no price here has. */
const UNPRICED: ReadonlySet<string> = new Set([
  'file_search',
  'code_interpreter',
  'image_generation',
])

/**
 * A container is charged by the time that it runs, whether a request makes one or names one. As
 * none is made here, every one that is named is somebody else's of the upstream's account.
 */
const OF_CONTAINERS = /^container_/
const JUDGED_OF_TOOLS = ['type', 'environment'] as const

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
    refuseDisguisedIn(tool, JUDGED_OF_TOOLS, `tools[${at}]`)
    const { type } = tool
    if (typeof type === 'string' && (UNPRICED.has(type) || usesContainer(tool.environment))) {
      throw invalid(`tools[${at}]`, 'reason.tool_unpriced', { type })
    }
  }
}

function usesContainer(environment: Json | undefined): boolean {
  if (!isObject(environment)) return false
  const { type, container_id: id } = environment
  return !isAbsent(id) || (typeof type === 'string' && OF_CONTAINERS.test(type))
}

/** Calls of tools that are fed back with the container that they ran in. The same throws. */
export function refuseContainers(input: unknown): void {
  if (!Array.isArray(input)) return
  for (const [at, item] of input.entries()) {
    if (!isObject(item)) continue
    if (isAbsent(item.container_id) && !usesContainer(item.environment)) continue
    const type = typeof item.type === 'string' ? item.type : 'container'
    throw invalid(`input[${at}]`, 'reason.tool_unpriced', { type })
  }
}
