import { names } from './fields'
import type { Section } from './section'

/** Model → those that answer in its place. */
export const FALLBACK_OPTION = 'ModelFallbacks'

const FIELDS = { fallbacks: names() } as const

export const routeSection: Section = { fieldsOf: () => FIELDS }
