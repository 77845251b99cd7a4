import { UNIT_NAMES, type UnitName, unitOf } from '../units'

type Counts = { readonly [Name in UnitName]: number }

/**
 * What one call consumed: how many of each unit, in disjoint units, so that nothing is counted
 * in two of them.
 *
 * Providers disagree on whether cached text is part of the prompt count (OpenAI, Gemini) or
 * next to it (Anthropic). Every dialect settles that here, so pricing never has to ask.
 */
export interface Usage extends Counts {
  /** Counts that the upstream reported and no unit stands for, under the upstream's names. */
  readonly unknown?: Readonly<Record<string, number>>
  /** The tier that the upstream says it served, where it is not the ordinary one. */
  readonly tier?: string
  /** What the upstream says that the call cost its account, in millionths of a dollar. */
  readonly reportedMicroUsd?: number
}

export const NO_USAGE: Usage = Object.fromEntries(UNIT_NAMES.map((name) => [name, 0])) as Counts

type Writable = { -readonly [Name in keyof Usage]: Usage[Name] }

/** Every call asks: a copy of a known shape that is written to is far cheaper than two spreads. */
export function usage(part: Partial<Usage>): Usage {
  const made: Writable = { ...NO_USAGE }
  for (const name in part) copy(made, part, name as keyof Usage)
  return made
}

function copy<Name extends keyof Usage>(to: Writable, from: Partial<Usage>, name: Name): void {
  const value = from[name]
  if (value !== undefined) to[name] = value as Writable[Name]
}

const PROMPT = UNIT_NAMES.filter((name) => unitOf(name).side === 'prompt')
const COMPLETION = UNIT_NAMES.filter((name) => unitOf(name).side === 'completion')
const CACHE_READ = UNIT_NAMES.filter((name) => unitOf(name).cache === 'read')
const CACHE_WRITE = UNIT_NAMES.filter((name) => unitOf(name).cache === 'write')

function sumOf(u: Usage, names: readonly UnitName[]): number {
  let sum = 0
  for (const name of names) sum += u[name]
  return sum
}

/** Everything the model read, cached or not. */
export function totalPromptTokens(u: Usage): number {
  return sumOf(u, PROMPT)
}

/** Everything that came out of a cache, of any kind. */
export function totalCacheReadTokens(u: Usage): number {
  return sumOf(u, CACHE_READ)
}

/** Everything that went into a cache, for however long. */
export function totalCacheWriteTokens(u: Usage): number {
  return sumOf(u, CACHE_WRITE)
}

/** What was read afresh, of any kind: neither out of nor into a cache. */
export function freshPromptTokens(u: Usage): number {
  return totalPromptTokens(u) - totalCacheReadTokens(u) - totalCacheWriteTokens(u)
}

/** Everything the model wrote. */
export function totalCompletionTokens(u: Usage): number {
  return sumOf(u, COMPLETION)
}

/** Whether anything was consumed that a bill could be made of. */
export function usedAnything(u: Usage): boolean {
  for (const name of UNIT_NAMES) if (u[name] > 0) return true
  return false
}
