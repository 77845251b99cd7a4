/** What a request has Anthropic run in addition to the model. */

import { isObject } from '../../../wire/body-fields'
import { refuseDisguisedIn } from '../../../wire/judged-fields'
import type { HeadNotes, ReadField } from '../protocol'
import { containersOf } from '../refs'
import { readBodyBetas } from './body-betas'

/** `undefined` for most requests. Throws `request.invalid`. */
export function readNotes(field: ReadField): HeadNotes | undefined {
  const betas = readBodyBetas(field)
  const container = containerNotes(field)
  return betas === undefined ? container : { ...betas, ...container }
}

function containerNotes(field: ReadField): HeadNotes | undefined {
  const container = field('container')
  const usesContainer = hasVendorTools(field('tools')) || isNamed(container)
  if (!usesContainer) return undefined
  const refs = containersOf(container)
  return { usesContainer, ...(refs.length > 0 && { refs }) }
}

function isNamed(container: unknown): boolean {
  return container !== undefined && container !== null
}

const JUDGED_OF_TOOLS = ['type']

/** Some of the vendor's own tools run code without a word of it; a client's have no type. */
function hasVendorTools(tools: unknown): boolean {
  if (!Array.isArray(tools)) return false
  let isOne = false
  for (const [at, tool] of tools.entries()) {
    if (!isObject(tool)) continue
    refuseDisguisedIn(tool, JUDGED_OF_TOOLS, `tools[${at}]`)
    isOne ||= isVendors(tool.type)
  }
  return isOne
}

function isVendors(type: unknown): boolean {
  return typeof type === 'string' && type !== 'custom'
}
