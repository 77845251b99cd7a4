/** What a request has Anthropic run beside the model. */
import { containersOf } from '../../owned/refs'
import { isObject } from '../body-fields'
import type { HeadNotes, ReadField } from '../protocol'
import { readBodyBetas } from './body-betas'

/** `undefined` for most requests. Throws `request.invalid`. */
export function readNotes(field: ReadField): HeadNotes | undefined {
  const betas = readBodyBetas(field)
  const container = containerNotes(field)
  return betas === undefined ? container : { ...betas, ...container }
}

function containerNotes(field: ReadField): HeadNotes | undefined {
  const container = field('container')
  const usesContainer = isNamed(container) || hasVendorTools(field('tools'))
  if (!usesContainer) return undefined
  const refs = containersOf(container)
  return { usesContainer, ...(refs.length > 0 && { refs }) }
}

function isNamed(container: unknown): boolean {
  return container !== undefined && container !== null
}

/** Some of the vendor's own tools run code without a word of it; a client's have no type. */
function hasVendorTools(tools: unknown): boolean {
  return Array.isArray(tools) && tools.some((tool) => isObject(tool) && isVendors(tool.type))
}

function isVendors(type: unknown): boolean {
  return typeof type === 'string' && type !== 'custom'
}
